import Records
package import Shell

/// What the commands about the event tree ask for.
package enum TreeAction: Action, Equatable {
  case draw
  case enable(String)
  case disable(String)
  case send(to: String, MessageKind, [Int], words: String)
}

/// Shows the tree and changes what is enabled in it; it is the root's handler, which stays enabled.
package final class TreeController: EventHandler {
  private let view: TreeView
  /// Whether a test goes on, in which nothing is taken out of the tree.
  private let isTestOn: () -> Bool
  /// Keeps whether an object is enabled, before it is; some are in the next session, too.
  var keep: (_ isEnabled: Bool, _ name: String) throws(RecordError) -> Void = {
    (_, _) throws(RecordError) in
  }

  /// Makes the handler of a root.
  package init(view: TreeView, isTestOn: @escaping () -> Bool) {
    (self.view, self.isTestOn) = (view, isTestOn)
  }

  package var takesActionsOnly: Bool { true }

  package func handleEvent(_ event: inout Event) {
    guard let action = event.action(of: TreeAction.self) else { return }
    event.consume()
    do throws(EventFault) {
      switch action {
      case .draw: view.show(event.receiver)
      case .enable(let name): try set(true, name, below: event.receiver)
      case .disable(let name): try set(false, name, below: event.receiver)
      case .send(let name, let kind, let values, let words):
        let object = try event.receiver.object(named: name)
        guard object.isReached else { throw .notReached(object.name) }
        _ = try Message(kind, values: values)
        view.showSent(words, to: object)
        // Delivered as soon as this event is.
        try object.send(kind, values: values)
      }
    } catch {
      view.refuse(error)
    }
  }

  private func set(_ isEnabled: Bool, _ name: String, below root: EventObject) throws(EventFault) {
    let object = try root.object(named: name)
    guard isEnabled || !isTestOn() else { return view.refuse(.testGoesOn) }
    do throws(RecordError) { try keep(isEnabled, object.name) } catch {
      return view.refuse(error)
    }
    view.showEnabled(try root.setEnabled(isEnabled, named: name))
  }

  /// The commands about the event tree, and about time, which it is told.
  package static func commands(in language: Language) -> [Command] {
    let name = Parameter("NAME", .text)
    return [
      Command(
        "wait", language.help(.wait), in: .play, isSafe: true,
        CommandForm([Parameter("MS", .number(0...longestWait))]) { invocation in
          .message(.update(milliseconds: invocation.number(0)))
        }, examples: ["wait 650"]),
      Command(
        "tree", language.help(.tree), in: .more, isSafe: true,
        CommandForm { _ in .message(.action(TreeAction.draw)) }, examples: ["tree"]),
      Command(
        "enable", language.help(.enable), in: .more, isSafe: true,
        CommandForm([name]) { .message(.action(TreeAction.enable($0.text(0)))) },
        examples: ["enable demonstration"]),
      Command(
        "disable", language.help(.disable), in: .more, isSafe: true,
        CommandForm([name]) { .message(.action(TreeAction.disable($0.text(0)))) },
        examples: ["disable demonstration"]),
      send(language),
    ]
  }

  private static func send(_ language: Language) -> Command {
    // Only the clock sends Updates.
    let kinds: [MessageKind] = [.none, .timer, .touch, .swipe, .accelerate]
    return Command(
      "send", language.help(.send), in: .more, isSafe: true,
      CommandForm(
        [
          Parameter("OBJECT", .text), Parameter("EVENT", .choice(kinds.map(\.description))),
        ], tail: Parameter("VALUE", .text)
      ) { invocation throws(ArgumentFault) in
        let word = invocation.text(1)
        var values: [Int] = []
        for index in 2..<invocation.argumentCount { values.append(try value(invocation, index)) }
        let typed = (1..<invocation.argumentCount).map { invocation.text($0) }
        return .message(
          .action(
            TreeAction.send(
              to: invocation.text(0), kinds.first { $0.description == word } ?? .none, values,
              words: typed.joined(separator: " "))))
      }, sendStore,
      examples: [
        "send play touch 2 3", "send demonstration swipe right", "send credit timer",
        "send store postgresql://room1-01@lab.example.org/chimp --follow &",
      ])
  }

  /// The store, which is no object of the tree, goes to where all stations send theirs.
  private static var sendStore: CommandForm {
    CommandForm(
      [
        .literal("store"), Parameter("URL", .text),
        Parameter("--follow", .flag(["--follow"]), .optional),
      ], isSafe: false
    ) { invocation in
      .operation(StoreAction.send(to: invocation.text(1), follows: invocation.argumentCount > 2))
    }
  }

  /// A number, or the direction that stands for one.
  private static func value(_ invocation: Invocation, _ index: Int) throws(ArgumentFault) -> Int {
    let text = invocation.text(index)
    if let direction = Direction(rawValue: text) {
      return Direction.allCases.firstIndex(of: direction) ?? 0
    }
    guard let number = Int(text) else {
      throw .notNumber("VALUE", text, column: invocation.column(index))
    }
    return number
  }

  /// One hour.
  static var longestWait: Int { 3_600_000 }
}
