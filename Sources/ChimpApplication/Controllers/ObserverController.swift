import Observing
import Shell

/// What the commands about observing ask for.
package enum ObserverAction: Action, Equatable {
  case observe(ObservedKey, [String])
  case unobserve(ObservedKey)
  case showObservers
}

/// The keys that can be observed.
package enum ObservedKey: String, CaseIterable, Sendable {
  case topLabelText
  case cellTextArray
  case rounds
}

/// Observes keys of the models for the user.
package final class ObserverController {
  /// What an observation can be asked to tell, in the order in which it is shown.
  package static let optionNames = ["initial", "old", "new", "prior"]

  private struct Entry {
    let key: ObservedKey
    let options: [String]
    let observation: Observation
  }

  private let list: () -> ListModel
  private let rounds: GameModel
  private let view: ChangeView
  private var entries: [Entry] = []

  /// Makes a controller for the keys of these models.
  package init(list: @escaping () -> ListModel, rounds: GameModel, view: ChangeView) {
    self.list = list
    self.rounds = rounds
    self.view = view
  }

  /// Does what a command asks for.
  package func perform(_ action: ObserverAction) {
    do throws(ListFault) {
      switch action {
      case .observe(let key, let options): try observe(key, options)
      case .unobserve(let key): try unobserve(key)
      case .showObservers: showObservers()
      }
    } catch {
      view.refuse(error)
    }
  }

  private func observe(_ key: ObservedKey, _ given: [String]) throws(ListFault) {
    guard !entries.contains(where: { $0.key == key }) else {
      throw .observedAlready(key.rawValue)
    }
    for option in given where given.count(where: { $0 == option }) > 1 {
      throw .optionTwice(option)
    }
    let options = Self.optionNames.filter(given.contains)
    view.showObserving("observing \(key.rawValue)", options)
    let observation = observation(of: key, Self.set(of: options).union(.deferred))
    entries.append(Entry(key: key, options: options, observation: observation))
    observation.begin()
  }

  private func unobserve(_ key: ObservedKey) throws(ListFault) {
    guard let index = entries.firstIndex(where: { $0.key == key }) else {
      throw .notObserved(key.rawValue)
    }
    entries.remove(at: index).observation.end()
    view.showObserving("not observing \(key.rawValue) any more", [])
  }

  private func showObservers() {
    if entries.isEmpty { view.showNothing() }
    for entry in entries { view.showObserving(entry.key.rawValue, entry.options) }
  }

  private func observation(of key: ObservedKey, _ options: ObservationOptions) -> Observation {
    let name = key.rawValue
    switch key {
    case .topLabelText:
      return list().observe(\.topLabelText, options) { [view] in view.show(name, $0, quoted) }
    case .cellTextArray:
      return list().observe(\.cellTextArray, options) { [view] in view.show(name, $0, quoted) }
    case .rounds:
      return rounds.history.observe(\.rounds, options) { [view] in
        view.show(name, $0) { "round \($0.number)" }
      }
    }
  }

  private static func set(of options: [String]) -> ObservationOptions {
    options.reduce(into: []) { set, option in
      switch option {
      case "initial": set.insert(.initial)
      case "old": set.insert(.old)
      case "new": set.insert(.new)
      default: set.insert(.prior)
      }
    }
  }
}

/// The text between quotes, so that it can be told where it ends.
private func quoted(_ text: String) -> String {
  var result = "\""
  for character in text.unicodeScalars {
    if character == "\"" || character == "\\" { result += "\\" }
    result.unicodeScalars.append(character)
  }
  return escaped(result + "\"")
}
