import Archive
import Game
import Observing
import Records
import Shell

/// Performs the command `observe`: writes a line for each change of a property.
final class ObserverController {
  /// The options of the command `observe` by their words.
  private static let options: KeyValuePairs<String, ObservationOptions> = [
    "initial": .initial, "old": .old, "new": .new, "prior": .prior,
  ]

  // The application holds this.
  private unowned let application: Application
  /// The view that writes the changes.
  private let view: ChangeView
  /// The current observations in the order in which they began; a property may occur several times.
  private var entries: [(request: ObserverRequest, observation: ObservationToken)] = []

  /// Creates the controller.
  init(_ application: Application, view: ChangeView) {
    self.application = application
    self.view = view
  }

  /// Begins to observe a property, after writing that it does.
  ///
  /// The initial value follows in the same reply.
  func observe(
    _ key: ObservedKey, _ given: [String], _ context: String?
  ) throws {
    for option in given where given.count(where: { $0 == option }) > 1 {
      throw Refusal(
        "option-twice", "option \"\(option)\" is given twice", "オプション \(option) が2回あります")
    }
    let asked = Self.options.filter { given.contains($0.key) }
    let request = ObserverRequest(
      key: key, options: asked.map(\.key), context: context.map { quoted($0) })
    let observation = try observation(
      of: request, asked.reduce(into: .deferred) { $0.formUnion($1.value) })
    view.showBeginning(of: request)
    entries.append((request, observation))
    observation.begin()
  }

  /// Loads the changes that other processes made to the news; does nothing unless the news are
  /// observed.
  func refreshNews() {
    guard entries.contains(where: { $0.request.key == .news }) else { return }
    // Errors are reported by the commands about the news.
    _ = try? application.newsModel.all()
  }

  /// Ends the latest observation of a property.
  ///
  /// - Throws: A refusal if there is none.
  func unobserve(_ key: ObservedKey) throws {
    guard let index = entries.lastIndex(where: { $0.request.key == key }) else {
      throw Refusal(
        "not-observed", "\"\(key.rawValue)\" is not observed", "\(key.rawValue) は観察されていません")
    }
    entries.remove(at: index).observation.end()
    view.showEnd(of: key)
  }

  /// Writes the current observations.
  func showObservers() { view.show(entries.map(\.request)) }

  /// Returns a new observation of a property; each property has its case here.
  private func observation(
    of request: ObserverRequest, _ options: ObservationOptions
  ) throws -> ObservationToken {
    let view = view
    let game = application.game
    if request.key == .reachability { application.programStore.askServer() }
    // The reply to a change comes before the notices about it.
    if [.topLabelText, .cellTextArray].contains(request.key) { application.list.follow() }
    return switch request.key {
    case .topLabelText: value(request, application.list.model, \.topLabelText, options, quoted)
    case .cellTextArray: list(request, application.list.model, \.cellTextArray, options, quoted)
    case .total:
      value(request, application.sum.model, \.total, options) {
        $0.map { "\($0)" } ?? view.language.pick("none", "なし")
      }
    case .credits: value(request, game.model.credits, \.count, options) { "\($0)" }
    case .participant: value(request, game.model.credits, \.participant, options, quoted)
    case .round:
      value(request, game.history, \.round, options) { quoted($0.words(in: view.language)) }
    case .rounds:
      list(request, game.history, \.rounds, options) {
        view.language.pick("round \($0)", "ラウンド\($0)")
      }
    case .statistics:
      value(request, game.history, \.statistics, options) { quoted($0.words(in: view.language)) }
    case .test:
      value(request, game.history, \.test, options) {
        $0.map { quoted($0.words(in: view.language)) } ?? view.language.pick("none", "なし")
      }
    case .news: news(request, try application.newsModel.all(), options)
    case .reachability:
      value(request, application.programStore, \.reachability, options) {
        quoted($0.words(in: view.language))
      }
    }
  }

  /// Returns a new observation of a property with a single value.
  private func value<Model: Observable, Value>(
    _ request: ObserverRequest, _ model: Model, _ path: Model.PathLiteral<Value>,
    _ options: ObservationOptions, _ description: @escaping (Value) -> String
  ) -> ObservationToken {
    model.observe(path, options) { [view] (change: ValueChange<Value>) in
      view.show(request, change, description)
    }
  }

  /// Returns a new observation of a list.
  private func list<Model: Observable, Element>(
    _ request: ObserverRequest, _ model: Model, _ path: Model.PathLiteral<[Element]>,
    _ options: ObservationOptions, _ description: @escaping (Element) -> String
  ) -> ObservationToken {
    model.observe(path, options) { [view] (change: ListChange<[Element]>) in
      view.show(request, change, description)
    }
  }

  /// Returns a new observation of the news.
  ///
  /// News items are objects that only have their new values, so `KnownNews` keeps the old ones.
  private func news(
    _ request: ObserverRequest, _ list: FetchedList<News>, _ options: ObservationOptions
  ) -> ObservationToken {
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

  /// The commands `observe`, `unobserve` and `observers`.
  static var commands: [Command<Application>] {
    [observe, unobserve, observers]
  }

  private static var observe: Command<Application> {
    Command(
      "observe",
      Text(
        """
        print the changes of a key as they are notified
        initial   print the value at once
        old       show the old value or elements
        new       show the new value or elements
        prior     also show each change before it is made
        context=  a text to print with each change
        A key may be observed several times, with different options. The keys are \
        \(ObservedKey.names); rounds are those of this session.
        """,
        """
        キーの変化を、知らされるたびに表示します
        initial   今の値をすぐに表示します
        old       古い値や要素も表示します
        new       新しい値や要素も表示します
        prior     変わる前にも表示します
        context=  変化のたびに表示する文字列です
        1つのキーを、別々のオプションで何度でも観察できます。キーは次のとおりです。\
        \(ObservedKey.names)（rounds はこのセッションのもの）
        """), in: .articles, of: "observers",
      CommandForm(
        [key, option("initial"), option("old"), option("new"), option("prior")],
        keys: [.key("context", .text, "TEXT")]
      ) { program, line in
        try program.observers.observe(
          observedKey(line), (1...options.count).compactMap { line.textIfGiven($0) },
          line.text(key: "context"))
      },
      examples: [
        "observe cellTextArray new old", "observe topLabelText initial new prior",
        "observe total new context=adder",
      ])
  }

  private static var unobserve: Command<Application> {
    Command(
      "unobserve",
      Text(
        "end the newest observation of a key", "キーの観察のうち、最後に始めたものをやめます"), in: .articles,
      of: "observers",
      CommandForm([key]) { program, line in
        try program.observers.unobserve(observedKey(line))
      }, examples: ["unobserve cellTextArray"])
  }

  private static var observers: Command<Application> {
    Command(
      "observers", Text("list the keys that are observed", "観察しているキーを表示します"), in: .articles,
      of: "observers",
      CommandForm { program, _ in program.observers.showObservers() })
  }

  /// Returns the parameter for an option; options may be given in any order.
  private static func option(_ name: String) -> Parameter {
    Parameter(name, .flag(options.map(\.key)), .optional)
  }

  /// The parameter for the property to observe.
  private static var key: Parameter {
    Parameter("KEY", .choice(ObservedKey.allCases.map { $0.rawValue }))
  }

  /// Returns the property that a line names.
  private static func observedKey(_ invocation: Invocation) -> ObservedKey {
    // The check of the arguments accepts no other key.
    ObservedKey(rawValue: invocation.text(0)) ?? .topLabelText
  }
}

/// The news items with their values as reported last, to find the old value of a change.
private final class KnownNews {
  /// The values of a news item that can be edited.
  private struct Values: Equatable {
    let title: String
    let fields: [String]

    /// Copies the values of a news item.
    init(_ news: News) {
      title = news.title
      fields = [
        "body=\(quoted(news.body))", "image=\(quoted(news.imageURL ?? ""))",
        "order=\(news.sortOrder)",
      ]
    }

    /// Returns the title, and all other values that differ from the given ones.
    func text(besides other: Values) -> String {
      let changed = zip(fields, other.fields).filter { $0 != $1 }.map(\.0)
      return ([quoted(title)] + changed).joined(separator: " ")
    }
  }

  /// The values of each news item, by record identifier.
  private var values: [String: Values]

  /// Copies the values of all news items.
  init(_ elements: [News]) { values = Self.values(of: elements) }

  /// Replaces the values by the current ones.
  func update(_ elements: [News]) { values = Self.values(of: elements) }

  /// Returns the new and the old values of the edited news items.
  func edits(of elements: [News], at indexes: [Int]) -> [ChangeView.Edit] {
    indexes.map { index in
      let news = elements[index]
      let new = Values(news)
      let old = values[news.objectId] ?? new
      return (new.text(besides: old), old.text(besides: new))
    }
  }

  /// Returns the values of each news item, by record identifier.
  private static func values(of elements: [News]) -> [String: Values] {
    Dictionary(elements.map { ($0.objectId, Values($0)) }, uniquingKeysWith: { $1 })
  }
}
