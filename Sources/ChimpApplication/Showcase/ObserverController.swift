import Observing
package import Records
package import Shell

/// What the commands about observing ask for.
package enum ObserverAction: Action, Equatable {
  case observe(ObservedKey, [String])
  case unobserve(ObservedKey)
  case showObservers
}

/// The keys that can be observed: those of every model.
package enum ObservedKey: String, CaseIterable, Sendable {
  case topLabelText
  case cellTextArray
  case total
  case credits
  case participant
  case round
  case rounds
  case statistics
  case test
  case news
  case reachability
}

/// The models whose keys can be observed; those of screens are made when they are asked for.
package struct ObservedModels {
  package var list: () -> ListModel
  package var sum: () -> SumModel
  package var credits: CreditModel
  package var history: () -> RoundHistory
  package var news: () throws(RecordError) -> FetchedList<News>
  package var delegate: () -> ApplicationDelegate
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

  private let models: ObservedModels
  private let view: ChangeView
  /// What is observed, in the order in which it was asked for; a key may be there several times.
  private var entries: [Entry] = []

  /// Makes a controller for the keys of these models.
  package init(_ models: ObservedModels, view: ChangeView) {
    self.models = models
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
    for option in given where given.count(where: { $0 == option }) > 1 {
      throw .optionTwice(option)
    }
    let options = Self.optionNames.filter(given.contains)
    let observation: Observation
    do throws(RecordError) {
      observation = try self.observation(of: key, Self.set(of: options).union(.deferred))
    } catch {
      throw .record(error)
    }
    view.showObserving(key, options)
    entries.append(Entry(key: key, options: options, observation: observation))
    observation.begin()
  }

  private func unobserve(_ key: ObservedKey) throws(ListFault) {
    guard let index = entries.lastIndex(where: { $0.key == key }) else {
      throw .notObserved(key.rawValue)
    }
    entries.remove(at: index).observation.end()
    view.showNotObserving(key)
  }

  private func showObservers() {
    if entries.isEmpty { view.showNothing() }
    for entry in entries { view.showObserver(entry.key, entry.options) }
  }

  private func observation(
    of key: ObservedKey, _ options: ObservationOptions
  ) throws(RecordError) -> Observation {
    let view = view
    return switch key {
    case .topLabelText: value(key, models.list(), \.topLabelText, options, quoted)
    case .cellTextArray: list(key, models.list(), \.cellTextArray, options, quoted)
    case .total:
      value(key, models.sum(), \.sum, options) { $0.map { "\($0)" } ?? view.language.none }
    case .credits: value(key, models.credits, \.count, options) { "\($0)" }
    case .participant: value(key, models.credits, \.participant, options, quoted)
    case .round:
      value(key, models.history(), \.round, options) { quoted(view.language.words(for: $0)) }
    case .rounds:
      list(key, models.history(), \.rounds, options) { view.language.roundNumber($0.number) }
    case .statistics:
      value(key, models.history(), \.statistics, options) { quoted(view.language.words(for: $0)) }
    case .test:
      value(key, models.history(), \.test, options) {
        $0.map { quoted(view.language.namedStanding($0)) } ?? view.language.none
      }
    case .news: list(key, try models.news(), \.elements, options) { quoted($0.title) }
    case .reachability:
      value(key, models.delegate(), \.reachability, options) {
        quoted(view.language.words(for: $0))
      }
    }
  }

  private func value<Model: Observable, Value>(
    _ key: ObservedKey, _ model: Model,
    _ path: Model.PathLiteral<Value>,
    _ options: ObservationOptions, _ description: @escaping (Value) -> String
  ) -> Observation {
    model.observe(path, options) { [view] (change: ValueChange<Value>) in
      view.show(key.rawValue, change, description)
    }
  }

  private func list<Model: Observable, Element>(
    _ key: ObservedKey, _ model: Model,
    _ path: Model.PathLiteral<[Element]>,
    _ options: ObservationOptions, _ description: @escaping (Element) -> String
  ) -> Observation {
    model.observe(path, options) { [view] (change: ListChange<[Element]>) in
      view.show(key.rawValue, change, description)
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

extension ObserverController {
  /// The commands about observing.
  package static func commands(in language: Language) -> [Command] {
    [
      Command(
        "observe", language.help(.observe), in: .more,
        CommandForm(
          [key, option("initial"), option("old"), option("new"), option("prior")]
        ) { invocation in
          let options = (1..<invocation.argumentCount).map { invocation.text($0) }
          return request(invocation) { .observe($0, options) }
        },
        examples: ["observe cellTextArray new old", "observe topLabelText initial new prior"]),
      Command(
        "unobserve", language.help(.unobserve), in: .more,
        CommandForm([key]) { invocation in request(invocation) { .unobserve($0) } },
        examples: ["unobserve cellTextArray"]),
      Command(
        "observers", language.help(.observers), in: .more,
        CommandForm { _ in .message(.action(ObserverAction.showObservers)) },
        examples: ["observers"]),
    ]
  }

  private static func option(_ name: StaticString) -> Parameter {
    Parameter(name, .flag(optionNames), .optional)
  }

  private static var key: Parameter {
    Parameter("KEY", .choice(ObservedKey.allCases.map { $0.rawValue }))
  }

  private static func request(
    _ invocation: Invocation, _ action: (ObservedKey) -> ObserverAction
  ) -> Request {
    // The check of the arguments lets no other key through.
    let key = ObservedKey(rawValue: invocation.text(0)) ?? .topLabelText
    return .message(.action(action(key)))
  }
}
