import Observing

/// The model of the examples in the comments of the library.
class Model: Observable {
  // example: a value
  @Observed var name = ""
  // end
  // example: a value that is notified by hand
  @Observed(.manually) var degrees = 0.0
  // end
  @Observed var first = ""
  @Observed var last = ""
  @Observed var partner: Model?
  @Observed var child: Model?
  @Observed var label = ""
  @ObservedList var names: [String] = []
  @ObservedList var members: [Player] = []
  @ObservedList var items: [Item] = []
  // example: the table
  let observation = ObservationTable()
  // end

  var fullName: String { first + " " + last }
  var openCount: Int { items.count { !$0.done } }

  // example: dependent keys
  class func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Model.fullName, dependsOn: \.first, \.last)
  }
  // end
}

/// A model that declares another key besides the inherited ones.
final class ItemModel: Model {
  override class func declareDependentKeys(in keys: inout DependentKeys) {
    super.declareDependentKeys(in: &keys)
    // example: a property of each element
    keys.declare(\Model.openCount, dependsOnEach: \.items, \.done)
    // end
  }
}

/// A member of a model's list.
struct Player {
  let name: String
  let age: Int
}

/// An item of a model's list.
final class Item: Observable {
  @Observed var done = false
  let observation = ObservationTable()
}

/// A folder in another one.
final class Folder: Observable {
  // example: a weak reference
  @ObservedWeak var parent: Folder?
  // end
  let observation = ObservationTable()
}
