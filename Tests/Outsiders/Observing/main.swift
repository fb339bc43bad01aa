import Observing

// A package of somebody else's: it has the library, and nothing of the house.

final class Basket: Observable {
  @Observed var owner = "nobody"
  @ObservedList var fruits = ["apple"]
  let observation = ObservationTable()
}

let basket = Basket()
var told: [String] = []
let owner = basket.observe(\.owner, [.initial, .new]) { told.append("owner \($0.new ?? "")") }
let fruits = basket.observe(\.fruits) { change in
  if case .insertion(let places, let new?) = change {
    told.append("\(places.first ?? -1) \(Array(new)[0])")
  }
}
basket.owner = "anna"
basket.$fruits.append("pear")
owner.end()
fruits.end()
basket.owner = "unheard"
precondition(told == ["owner nobody", "owner anna", "1 pear"], "\(told)")
print("Observing: \(told)")
