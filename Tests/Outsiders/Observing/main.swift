import CSQLite
import CSystem
import Characters
import Observing
import System

// A separate package that depends only on the library, and runs the examples of its documentation.

for example in Example.all {
  let printed = try await example.result()
  precondition(printed == example.printed, "\(example.name): \(printed)")
}
let values = observedWithBoth()
precondition(values == [0, 5], "\(values)")
let own = [CSQLite.name, CSystem.name, Characters.name, System.name]
precondition(own == ["CSQLite", "CSystem", "Characters", "System"], "\(own)")
print("Observing: \(Example.all.count) examples, beside targets called \(own)")
