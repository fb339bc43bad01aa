import Archive
import Console
import Controllers
import Events
import Game
import Models
import Observing
import Records
import Views
import Words

/// An action about observations.
enum ObserverAction: Action, Equatable {
  case observe(ObservedKey, [String], context: String?)
  case unobserve(ObservedKey)
  case showObservers
}

/// Observes properties of the models for the user, and shows each change as a line.
final class ObserverController {
  /// The options of an observation, in the order in which they are shown.
  private static let options: KeyValuePairs<String, ObservationOptions> = [
    "initial": .initial, "old": .old, "new": .new, "prior": .prior,
  ]

  // The application holds this.
  private unowned let application: Application
  /// The view of the changes.
  private let view: ChangeView
  /// The observations in the order in which they began; a key may be observed several times.
  private var entries: [(request: ObserverRequest, observation: Observation)] = []

  /// Creates the controller.
  init(_ application: Application, view: ChangeView) {
    self.application = application
    self.view = view
  }

  /// Performs an action, or refuses it with a `ShowcaseFault`.
  func perform(_ action: ObserverAction) {
    do throws(ShowcaseFault) {
      switch action {
      case .observe(let key, let options, let context): try observe(key, options, context)
      case .unobserve(let key): try unobserve(key)
      case .showObservers: showObservers()
      }
    } catch { view.speaker.refuse { $0.words(for: error) } }
  }

  /// Begins an observation.
  ///
  /// It is announced first, because the initial value follows in the same reply.
  private func observe(
    _ key: ObservedKey, _ given: [String], _ context: String?
  ) throws(ShowcaseFault) {
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

  /// Fetches the changes of other processes to the news; does nothing unless the news are observed.
  func refreshNews() {
    guard entries.contains(where: { $0.request.key == .news }) else { return }
    // Errors are reported by the commands about the news.
    _ = try? application.newsModel.list()
  }

  /// Ends the latest observation of a key.
  ///
  /// - Throws: `notObserved` if there is none.
  private func unobserve(_ key: ObservedKey) throws(ShowcaseFault) {
    guard let index = entries.lastIndex(where: { $0.request.key == key }) else {
      throw .notObserved(key.rawValue)
    }
    entries.remove(at: index).observation.end()
    view.speaker.say { $0.notObserving(key) }
  }

  /// Lists the observations.
  private func showObservers() {
    if entries.isEmpty { view.speaker.say(\.nothingObserved) }
    for entry in entries { view.speaker.say { $0.observer(entry.request) } }
  }

  /// Creates the observation of a key; a new key gets its case here.
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

  /// Observes a property that has a single value.
  private func value<Model: Observable, Value>(
    _ request: ObserverRequest, _ model: Model, _ path: Model.PathLiteral<Value>,
    _ options: ObservationOptions, _ description: @escaping (Value) -> String
  ) -> Observation {
    model.observe(path, options) { [view] (change: ValueChange<Value>) in
      view.show(request, change, description)
    }
  }

  /// Observes a property that is a list.
  private func list<Model: Observable, Element>(
    _ request: ObserverRequest, _ model: Model, _ path: Model.PathLiteral<[Element]>,
    _ options: ObservationOptions, _ description: @escaping (Element) -> String
  ) -> Observation {
    model.observe(path, options) { [view] (change: ListChange<[Element]>) in
      view.show(request, change, description)
    }
  }

  /// Observes the news.
  ///
  /// News are objects with their new values only, so `KnownNews` keeps the old ones.
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

  /// Returns `observe`, `unobserve` and `observers`.
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

  /// Returns the parameter of an option; options may come in any order.
  private static func option(_ name: StaticString) -> Parameter {
    Parameter(name, .flag(options.map(\.key)), .optional)
  }

  /// The parameter of the observed key.
  private static var key: Parameter {
    Parameter("KEY", .choice(ObservedKey.allCases.map { $0.rawValue }))
  }

  /// Returns the observed key of a line.
  private static func observedKey(_ invocation: borrowing Invocation) -> ObservedKey {
    // The check of the arguments accepts no other key.
    ObservedKey(rawValue: invocation.text(0)) ?? .topLabelText
  }
}

/// The last reported values of the news.
private final class KnownNews {
  /// The values of one of the news that can be edited.
  private struct Values: Equatable {
    let title: String
    let fields: [String]

    /// Copies the values.
    init(_ news: News) {
      title = news.title
      fields = [
        "body=\(quoted(news.body))", "image=\(quoted(news.imageURL ?? ""))",
        "order=\(news.sortOrder)",
      ]
    }

    /// Returns the title, and those other values that differ from the given ones.
    func text(besides other: Values) -> String {
      let changed = zip(fields, other.fields).filter { $0 != $1 }.map(\.0)
      return ([quoted(title)] + changed).joined(separator: " ")
    }
  }

  /// The values by the identifier of the record.
  private var values: [String: Values]

  /// Copies the values of all news.
  init(_ elements: [News]) { values = Self.values(of: elements) }

  /// Replaces the values by those of all news.
  func update(_ elements: [News]) { values = Self.values(of: elements) }

  /// Returns the new and the old values of edited news.
  func edits(of elements: [News], at indexes: [Int]) -> [ChangeView.Edit] {
    indexes.map { index in
      let news = elements[index]
      let new = Values(news)
      let old = values[news.objectId] ?? new
      return (new.text(besides: old), old.text(besides: new))
    }
  }

  /// Returns the values by the identifier of the record.
  private static func values(of elements: [News]) -> [String: Values] {
    Dictionary(elements.map { ($0.objectId, Values($0)) }, uniquingKeysWith: { $1 })
  }
}
