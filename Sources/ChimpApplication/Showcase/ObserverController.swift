import Archive
import Console
import Events
import Game
import Models
import Observing
import Records
import Views
import Words

enum ObserverAction: Action, Equatable {
  case observe(ObservedKey, [String], context: String?)
  case unobserve(ObservedKey)
  case showObservers
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
  private var entries: [(request: ObserverRequest, observation: Observation)] = []

  init(_ application: Application, view: ChangeView) {
    self.application = application
    self.view = view
  }

  func perform(_ action: ObserverAction) {
    do throws(ListFault) {
      switch action {
      case .observe(let key, let options, let context): try observe(key, options, context)
      case .unobserve(let key): try unobserve(key)
      case .showObservers: showObservers()
      }
    } catch { view.speaker.refuse { $0.words(for: error) } }
  }

  private func observe(
    _ key: ObservedKey, _ given: [String], _ context: String?
  ) throws(ListFault) {
    for option in given where given.count(where: { $0 == option }) > 1 {
      throw .optionTwice(option)
    }
    let asked = Self.options.filter { given.contains($0.key) }
    let request = ObserverRequest(
      key: key, options: asked.map(\.key), context: context.map { quoted($0) })
    let observation: Observation
    do throws(RecordError) {
      observation = try self.observation(
        of: request, asked.reduce(into: .deferred) { $0.formUnion($1.value) })
    } catch { throw .record(error) }
    view.speaker.say { $0.observing(request) }
    entries.append((request, observation))
    observation.begin()
  }

  /// Brings the news up to what other processes have saved, where they are observed.
  func refreshNews() {
    guard entries.contains(where: { $0.request.key == .news }) else { return }
    // A command about the news says what is wrong with them.
    _ = try? application.newsModel.list()
  }

  private func unobserve(_ key: ObservedKey) throws(ListFault) {
    guard let index = entries.lastIndex(where: { $0.request.key == key }) else {
      throw .notObserved(key.rawValue)
    }
    entries.remove(at: index).observation.end()
    view.speaker.say { $0.notObserving(key) }
  }

  private func showObservers() {
    if entries.isEmpty { view.speaker.say(\.nothingObserved) }
    for entry in entries { view.speaker.say { $0.observer(entry.request) } }
  }

  private func observation(
    of request: ObserverRequest, _ options: ObservationOptions
  ) throws(RecordError) -> Observation {
    let view = view
    let game = application.game
    if request.key == .reachability { application.delegate.askServer() }
    return switch request.key {
    case .topLabelText: value(request, application.list.model, \.topLabelText, options, quoted)
    case .cellTextArray: list(request, application.list.model, \.cellTextArray, options, quoted)
    case .total:
      value(request, application.sum.model, \.sum, options) {
        $0.map { "\($0)" } ?? view.language.none
      }
    case .credits: value(request, game.model.credits, \.count, options) { "\($0)" }
    case .participant: value(request, game.model.credits, \.participant, options, quoted)
    case .round:
      value(request, game.history, \.round, options) { quoted(view.language.words(for: $0)) }
    case .rounds: list(request, game.history, \.rounds, options) { view.language.roundNumber($0) }
    case .statistics:
      value(request, game.history, \.statistics, options) {
        quoted(view.language.words(for: $0))
      }
    case .test:
      value(request, game.history, \.test, options) {
        $0.map { quoted(view.language.namedStanding($0)) } ?? view.language.none
      }
    case .news: news(request, try application.newsModel.list(), options)
    case .reachability:
      value(request, application.delegate, \.reachability, options) {
        quoted(view.language.words(for: $0))
      }
    }
  }

  private func value<Model: Observable, Value>(
    _ request: ObserverRequest, _ model: Model, _ path: Model.PathLiteral<Value>,
    _ options: ObservationOptions, _ description: @escaping (Value) -> String
  ) -> Observation {
    model.observe(path, options) { [view] (change: ValueChange<Value>) in
      view.show(request, change, description)
    }
  }

  private func list<Model: Observable, Element>(
    _ request: ObserverRequest, _ model: Model, _ path: Model.PathLiteral<[Element]>,
    _ options: ObservationOptions, _ description: @escaping (Element) -> String
  ) -> Observation {
    model.observe(path, options) { [view] (change: ListChange<[Element]>) in
      view.show(request, change, description)
    }
  }

  /// The news are objects, which hold their new values only: the old ones are remembered here.
  private func news(
    _ request: ObserverRequest, _ list: FetchedList<News>, _ options: ObservationOptions
  ) -> Observation {
    let known = KnownNews(list.elements)
    return list.observe(\.elements, options) { [view, unowned list] change in
      var edits: [ChangeView.Edit] = []
      if case .batch(let changes) = change {
        edits = known.edits(of: list.elements, at: changes.updates)
      }
      if !change.isPrior { known.update(list.elements) }
      view.show(request, change, edits: edits) { quoted($0.title) }
    }
  }

  static func commands(in language: Language) -> [Command] {
    [
      Command(
        "observe", language.help(.observe), in: .more,
        .asking(
          [key, option("initial"), option("old"), option("new"), option("prior")],
          keys: [.key("context", .text, "TEXT")]
        ) { invocation in
          let options = (1...options.count).compactMap { invocation.textIfGiven($0) }
          return ObserverAction.observe(
            observedKey(invocation), options, context: invocation.text(key: "context"))
        },
        examples: [
          "observe cellTextArray new old", "observe topLabelText initial new prior",
          "observe total new context=adder",
        ]),
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

  private static func observedKey(_ invocation: borrowing Invocation) -> ObservedKey {
    // The check of the arguments lets no other key through.
    ObservedKey(rawValue: invocation.text(0)) ?? .topLabelText
  }
}

/// The values of the news as they were reported last.
private final class KnownNews {
  /// The values of one of the news that can be edited.
  private struct Values: Equatable {
    let title: String
    let fields: [String]

    init(_ news: News) {
      title = news.title
      fields = [
        "body=\(quoted(news.body))", "image=\(quoted(news.imageURL ?? ""))",
        "order=\(news.sortOrder)",
      ]
    }

    /// The title, and the other values that differ from those of another time.
    func text(besides other: Values) -> String {
      let changed = zip(fields, other.fields).filter { $0 != $1 }.map(\.0)
      return ([quoted(title)] + changed).joined(separator: " ")
    }
  }

  private var values: [String: Values]

  init(_ elements: [News]) { values = Self.values(of: elements) }

  func update(_ elements: [News]) { values = Self.values(of: elements) }

  /// The new and the old values of news that were edited.
  func edits(of elements: [News], at indexes: [Int]) -> [ChangeView.Edit] {
    indexes.map { index in
      let news = elements[index]
      let new = Values(news)
      let old = values[news.objectId] ?? new
      return (new.text(besides: old), old.text(besides: new))
    }
  }

  private static func values(of elements: [News]) -> [String: Values] {
    Dictionary(elements.map { ($0.objectId, Values($0)) }, uniquingKeysWith: { $1 })
  }
}
