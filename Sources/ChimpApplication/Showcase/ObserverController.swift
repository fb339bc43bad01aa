import Observing
import Records
import Shell

enum ObserverAction: Action, Equatable {
  case observe(ObservedKey, [String])
  case unobserve(ObservedKey)
  case showObservers
}

/// The keys that can be observed: those of every model.
enum ObservedKey: String, CaseIterable, Sendable {
  case topLabelText, cellTextArray, total, credits, participant, round, rounds, statistics, test
  case news, reachability

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// Observes keys of the models for the user.
final class ObserverController {
  /// What an observation can be asked to tell, in the order in which it is shown.
  private static let options: KeyValuePairs<String, ObservationOptions> = [
    "initial": .initial, "old": .old, "new": .new, "prior": .prior,
  ]

  // The application holds this.
  private unowned let application: Application
  private let view: ChangeView
  /// What is observed, in the order in which it was asked for; a key may be there several times.
  private var entries: [(key: ObservedKey, options: [String], observation: Observation)] = []

  init(_ application: Application, view: ChangeView) {
    (self.application, self.view) = (application, view)
  }

  func perform(_ action: ObserverAction) {
    do throws(ListFault) {
      switch action {
      case .observe(let key, let options): try observe(key, options)
      case .unobserve(let key): try unobserve(key)
      case .showObservers: showObservers()
      }
    } catch { view.speaker.refuse { $0.words(for: error) } }
  }

  private func observe(_ key: ObservedKey, _ given: [String]) throws(ListFault) {
    for option in given where given.count(where: { $0 == option }) > 1 {
      throw .optionTwice(option)
    }
    let asked = Self.options.filter { given.contains($0.key) }
    let options = asked.map(\.key)
    let observation: Observation
    do throws(RecordError) {
      observation = try self.observation(
        of: key, asked.reduce(into: .deferred) { $0.formUnion($1.value) })
    } catch { throw .record(error) }
    view.speaker.say { $0.observing(key, options) }
    entries.append((key, options, observation))
    observation.begin()
  }

  private func unobserve(_ key: ObservedKey) throws(ListFault) {
    guard let index = entries.lastIndex(where: { $0.key == key }) else {
      throw .notObserved(key.rawValue)
    }
    entries.remove(at: index).observation.end()
    view.speaker.say { $0.notObserving(key) }
  }

  private func showObservers() {
    if entries.isEmpty { view.speaker.say(\.nothingObserved) }
    for entry in entries { view.speaker.say { $0.observer(entry.key, entry.options) } }
  }

  private func observation(
    of key: ObservedKey, _ options: ObservationOptions
  ) throws(RecordError) -> Observation {
    let (view, game) = (view, application.game)
    return switch key {
    case .topLabelText: value(key, application.list.model, \.topLabelText, options, quoted)
    case .cellTextArray: list(key, application.list.model, \.cellTextArray, options, quoted)
    case .total:
      value(key, application.sum.model, \.sum, options) { $0.map { "\($0)" } ?? view.language.none }
    case .credits: value(key, game.credits, \.count, options) { "\($0)" }
    case .participant: value(key, game.credits, \.participant, options, quoted)
    case .round: value(key, game.history, \.round, options) { quoted(view.language.words(for: $0)) }
    case .rounds: list(key, game.history, \.rounds, options) { view.language.roundNumber($0) }
    case .statistics:
      value(key, game.history, \.statistics, options) { quoted(view.language.words(for: $0)) }
    case .test:
      value(key, game.history, \.test, options) {
        $0.map { quoted(view.language.namedStanding($0)) } ?? view.language.none
      }
    case .news:
      list(key, try application.newsModel.list(), \.elements, options) { quoted($0.title) }
    case .reachability:
      value(key, application.delegate, \.reachability, options) {
        quoted(view.language.words(for: $0))
      }
    }
  }

  private func value<Model: Observable, Value>(
    _ key: ObservedKey, _ model: Model, _ path: Model.PathLiteral<Value>,
    _ options: ObservationOptions, _ description: @escaping (Value) -> String
  ) -> Observation {
    model.observe(path, options) { [view] (change: ValueChange<Value>) in
      view.show(key.rawValue, change, description)
    }
  }

  private func list<Model: Observable, Element>(
    _ key: ObservedKey, _ model: Model, _ path: Model.PathLiteral<[Element]>,
    _ options: ObservationOptions, _ description: @escaping (Element) -> String
  ) -> Observation {
    model.observe(path, options) { [view] (change: ListChange<[Element]>) in
      view.show(key.rawValue, change, description)
    }
  }

  static func commands(in language: Language) -> [Command] {
    [
      Command(
        "observe", language.help(.observe), in: .more,
        .asking([key, option("initial"), option("old"), option("new"), option("prior")]) {
          invocation in
          let options = (1..<invocation.argumentCount).map { invocation.text($0) }
          return ObserverAction.observe(observedKey(invocation), options)
        }, examples: ["observe cellTextArray new old", "observe topLabelText initial new prior"]),
      Command(
        "unobserve", language.help(.unobserve), in: .more,
        .asking([key]) { ObserverAction.unobserve(observedKey($0)) },
        examples: ["unobserve cellTextArray"]),
      .plain(
        "observers", language.help(.observers), in: .more, ObserverAction.showObservers,
        isSafe: false),
    ]
  }

  private static func option(_ name: StaticString) -> Parameter {
    Parameter(name, .flag(options.map(\.key)), .optional)
  }

  private static var key: Parameter {
    Parameter("KEY", .choice(ObservedKey.allCases.map { $0.rawValue }))
  }

  private static func observedKey(_ invocation: Invocation) -> ObservedKey {
    // The check of the arguments lets no other key through.
    ObservedKey(rawValue: invocation.text(0)) ?? .topLabelText
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

/// Writes changes of observed keys as they are notified, each one whole, in one line.
struct ChangeView {
  let speaker: Speaker
  private var output: OutputWriter { speaker.output }
  var language: Language { speaker.language }

  func show<Value>(_ key: String, _ change: ValueChange<Value>, _ description: (Value) -> String) {
    write(
      key, "setting", new: change.new.map(description), old: change.old.map(description),
      isPrior: change.isPrior)
  }

  func show<Element>(
    _ key: String, _ change: ListChange<[Element]>, _ description: (Element) -> String
  ) {
    func list(_ elements: (some Sequence<Element>)?) -> String? {
      elements.map { "[" + $0.map(description).joined(separator: ",") + "]" }
    }
    switch change {
    case .setting(let new, let old): write(key, "setting", new: list(new), old: list(old))
    case .insertion(let indexes, let new): write(key, "insertion", Array(indexes), new: list(new))
    case .removal(let indexes, let old): write(key, "removal", Array(indexes), old: list(old))
    case .replacement(let indexes, let new, let old):
      write(key, "replacement", Array(indexes), new: list(new), old: list(old))
    case .move(let from, let to, let element):
      write(key, "move", [from, to], new: list(element.map { [$0] }))
    case .update(let index, let element):
      write(key, "update", [index], new: list(element.map { [$0] }))
    case .batch(let changes): showBatch(key, changes, list)
    case .prior(let prior): showPrior(key, prior, list)
    }
  }

  private func showPrior<Element>(
    _ key: String, _ prior: ListPrior<[Element]>, _ list: ([Element]?) -> String?
  ) {
    func write(_ kind: String, _ indexes: [Int]? = nil, old: [Element]? = nil) {
      self.write(key, kind, indexes, old: list(old), isPrior: true)
    }
    switch prior {
    case .setting(let old): write("setting", old: old)
    case .insertion(let indexes): write("insertion", Array(indexes))
    case .removal(let indexes, let old): write("removal", Array(indexes), old: old.map(Array.init))
    case .replacement(let indexes, let old):
      write("replacement", Array(indexes), old: old.map(Array.init))
    case .move(let from, let to): write("move", [from, to])
    case .update(let index): write("update", [index])
    case .batch: write("batch")
    }
  }

  private func showBatch<Element>(
    _ key: String, _ changes: ChangeSet<Element>, _ list: ([Element]?) -> String?
  ) {
    let moves = changes.moves.map { "\($0.from)>\($0.to)" }.joined(separator: ",")
    output.write(
      text: """
        \(key) batch removals=\(places(changes.removals)) insertions=\(places(changes.insertions)) \
        moves=[\(moves)] updates=\(places(changes.updates)) \
        new=\(list(changes.inserted) ?? "-") old=\(list(changes.removed) ?? "-") prior=0

        """)
  }

  private func places(_ indexes: [Int]) -> String {
    "[" + indexes.map(String.init).joined(separator: ",") + "]"
  }

  private func write(
    _ key: String, _ kind: String, _ indexes: [Int]? = nil, new: String? = nil,
    old: String? = nil, isPrior: Bool = false
  ) {
    let places = indexes.map(places) ?? "-"
    output.write(
      text: """
        \(key) \(kind) indexes=\(places) new=\(new ?? "-") old=\(old ?? "-") prior=\(isPrior ? 1 : 0)

        """)
  }
}
