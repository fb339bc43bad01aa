import Observing

// A separate package that depends only on the library.

final class Basket: Observable {
  @Observed var owner = "nobody"
  @ObservedList var fruits = ["apple"]
  let observation = ObservationTable()
}

let basket = Basket()
var received: [String] = []
let owner = basket.observe(\.owner, [.initial, .new]) { received.append("owner \($0.new ?? "")") }
let fruits = basket.observe(\.fruits) { change in
  if case .insertion(let indices, let new?) = change {
    received.append("\(indices.first ?? -1) \(Array(new)[0])")
  }
}
basket.owner = "anna"
basket.$fruits.append("pear")
owner.end()
fruits.end()
basket.owner = "unheard"
precondition(received == ["owner nobody", "owner anna", "1 pear"], "\(received)")
print("Observing: \(received)")
