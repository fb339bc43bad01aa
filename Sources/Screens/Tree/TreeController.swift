import Archive
import Events
import Game
import Records
import Shell

/// Performs the commands about the event tree: draws it, and enables or disables objects.
///
///     application.tree.draw()
final class TreeController {
  private unowned let application: Application
  /// The view that writes the tree.
  let view: TreeView
  /// The game, which has the test in progress.
  private let model: GameModel

  /// The number of messages of each kind that had wrong numbers.
  private var wrongCounts: [MessageKind: Int] = [:]

  /// Creates the controller.
  init(_ application: Application) {
    self.application = application
    view = TreeView(application.speaker)
    model = application.model
  }

  /// Sends an event to an object, and tells whether it was handled.
  func send(
    _ kind: MessageKind, _ values: [Int], words: String, to name: String
  ) throws {
    let object = try application.root.object(named: name)
    // A test has the same events for everybody: only its own mode gets any.
    guard model.session.isInTest ? object.isReached : object.isEnabled else {
      throw EventError.notReached(object.name)
    }
    let message = try message(kind, values)
    // In a test, time passes by the clock only.
    guard kind != .update || !model.session.isInTest else {
      throw Refusal.testGoesOn
    }
    let output = application.speaker.output
    let refusalCount = output.refusalCount
    // Said before the events that its handlers have sent are delivered.
    try object.send(message) { [view] isHandled in
      // What was refused has been said.
      guard output.refusalCount == refusalCount else { return }
      view.showSent(words, to: object.name, isHandled: isHandled)
    }
  }

  /// Returns the message of a kind with these numbers; counts and throws wrong ones.
  private func message(_ kind: MessageKind, _ values: [Int]) throws(EventError) -> Message {
    do { return try Message(kind, values: values) } catch {
      wrongCounts[kind, default: 0] += 1
      throw error
    }
  }

  /// Writes the tree; if it shows numerals, the output is removed when the round is masked.
  func draw() {
    let isSecret = model.session.isSecret && !application.isOnStage
    view.show(application.root, ignored: wrongCounts, isSecret: isSecret)
  }

  /// Enables or disables an object of the tree.
  ///
  /// Throws for disabling anything during a test, and for disabling the timer of a hold on a real
  /// clock.
  func set(_ isEnabled: Bool, _ name: String) throws {
    let root = application.root
    let object = try root.object(named: name)
    guard isEnabled || !model.session.isInTest else {
      throw Refusal.testGoesOn
    }
    try application.keep(isEnabled, ofObject: object.name)
    guard
      isEnabled || !application.passesTime
        || object.name != "hold" && object.container?.name != "hold"
    else {
      throw Refusal(
        "hold-stays-enabled", "a hold can't be disabled on a real clock", "実時計では hold を無効にできません")
    }
    view.showState(of: try root.setEnabled(isEnabled, named: name))
  }

  /// The commands about the tree, and the command `wait`.
  static var commands: [Command<Application>] {
    [wait, tree, enable, disable, send]
  }

  private static var wait: Command<Application> {
    Command(
      "wait",
      Text(
        """
        let time pass
        Virtual time passes at once, in Updates of \(Metronome.tick) ms, up to 30 days \
        (2592000000 ms); real time up to an hour.
        """,
        """
        時間を進めます
        仮想の時間は、\(Metronome.tick)ミリ秒の更新ごとに、待たずに進みます。30日（2592000000ミリ秒）までです。\
        実際の時間は1時間までです。
        """), in: .play, isSafe: true,
      CommandForm([Parameter("MS", .number(0...longestVirtualWait))], isImmediate: true) {
        program, line in try program.wait(line.number(0), column: line.column(0))
      }, examples: ["wait 650"])
  }

  private static var tree: Command<Application> {
    Command(
      "tree",
      Text(
        """
        draw the event tree: what is enabled, and how far each sequence is
        [x] gets events, [ ] gets none, and so nothing below it. A cell shows its numeral, # if it is
        masked, . if it is empty, ? if it must not be seen; a sequence its step, and the next one with
        the time until then.
        At the end stands how many events of each kind had wrong parameters.
        """,
        """
        イベントツリーを、有効かどうかと進み具合とともに表示します
        [x] にはイベントが届き、[ ] とその下には届きません。マスには数字が出ます。隠れていれば #、
        空なら .、見せられなければ ? です。シーケンスには今の段階と、次の段階とそれまでの時間が出ます。
        最後に、引数が違うため無視したイベントの数が種類ごとに出ます。
        """), in: .articles, isSafe: true,
      CommandForm { program, _ in program.tree.draw() })
  }

  private static var enable: Command<Application> {
    Command(
      "enable",
      Text(
        """
        let an object of the tree receive events again
        If several objects have the name, write PARENT/OBJECT.
        """,
        """
        ツリーのオブジェクトに、またイベントを届けます
        同じ名前がいくつもあるときは PARENT/OBJECT と書きます。
        """), in: .articles, isSafe: true,
      CommandForm([name]) { program, line in
        try program.tree.set(true, line.text(0))
      }, examples: ["enable demonstration"])
  }

  private static var disable: Command<Application> {
    Command(
      "disable",
      Text(
        "stop the events to an object of the tree, and to all below it",
        "ツリーのオブジェクトと、その下のすべてへのイベントを止めます"), in: .articles, isSafe: true,
      CommandForm([name]) { program, line in
        try program.tree.set(false, line.text(0))
      }, examples: ["disable demonstration"])
  }

  /// Names an object; completion lists those of the tree.
  private static var name: Parameter { Parameter("OBJECT", .text) }

  /// The command `send`, which sends an event to one object.
  private static var send: Command<Application> {
    Command(
      "send",
      sendHelp, in: .articles, isSafe: true,
      CommandForm(
        [
          name, Parameter("EVENT", .choice(MessageKind.allCases.map(\.rawValue))),
        ], tail: Parameter("VALUE", .text)
      ) { program, line in
        let word = line.text(1)
        let isDirection = ["swipe", "accelerate"].contains(word)
        let values = try (2..<line.argumentCount).map {
          try value(line, $0, isDirection: isDirection)
        }
        try program.tree.send(
          MessageKind(rawValue: word) ?? .none, values,
          words: (1..<line.argumentCount).map { line.text($0) }.joined(separator: " "),
          to: line.text(0))
      },
      examples: [
        "send sum touch 1 1", "send list touch 1 2", "send demonstration swipe right",
        "send demonstration update 16", "send chimp none",
      ])
  }

  /// The help of `send`.
  private static let sendHelp = Text(
    """
    send an event to an object of the tree and all below it
    Only this object is asked whether it is enabled, not those above it.
    none, timer              have no VALUE
    update                   has one: so many milliseconds pass for this object only
    touch                    has two, the column and the row
    swipe, accelerate        have one: right, left, up or down
    A touch on list taps Add in row 1 and the rows of the list below it; on sum, its button.
    The reply says whether the object, or one below it, handled the event.
    """,
    """
    ツリーのオブジェクトと、その下のすべてにイベントを送ります
    有効かどうかは、そのオブジェクトだけで決まります。上のオブジェクトは関係ありません。
    none, timer              VALUE はありません
    update                   VALUE は1つ、そのオブジェクトだけで進む時間（ミリ秒）です
    touch                    VALUE は2つ、列と行です
    swipe, accelerate        VALUE は1つ、right、left、up、down のどれかです
    list へのタッチは、行1なら Add、その下なら行を選びます。sum へのタッチはボタンを押します。
    オブジェクトかその下で何かが受け取ったかどうかを表示します。
    """)

  /// Returns a number argument, or the index of a direction.
  private static func value(
    _ invocation: Invocation, _ index: Int, isDirection: Bool
  ) throws(Refusal) -> Int {
    let text = invocation.text(index)
    let column = invocation.column(index)
    if let number = Int(text) { return number }
    guard isDirection else { throw .notNumber("VALUE", text, column: column) }
    let names = Direction.allCases.map(\.rawValue)
    guard let ordinal = names.firstIndex(of: text) else {
      throw .notChoice("VALUE", text, names, column: column)
    }
    return ordinal
  }

  /// The maximum milliseconds of one command `wait`: an hour.
  static var longestWait: Int { 3_600_000 }
  /// The maximum on a virtual clock, unless the session is restricted: thirty days.
  static var longestVirtualWait: Int { 30 * 24 * longestWait }
}
