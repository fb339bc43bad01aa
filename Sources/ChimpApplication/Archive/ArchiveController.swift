import Shell

/// What the commands about the rounds that are kept ask for.
enum ArchiveAction: Action, Equatable {
  case list(isWhole: Bool)
  case show(Int)
  case replay(Int)
}

/// Looks rounds up for the commands.
final class ArchiveController {
  private let findArchive: () -> any RoundArchive
  private let view: ArchiveView

  init(_ archive: @escaping () -> any RoundArchive, view: ArchiveView) {
    findArchive = archive
    self.view = view
  }

  private var archive: any RoundArchive { findArchive() }

  func perform(_ action: ArchiveAction) {
    do throws(RoundFault) {
      switch action {
      case .list(let isWhole): try list(isWhole: isWhole)
      case .show(let number):
        let archived = try archive.round(number)
        view.show(archived, try readable(archived))
      case .replay(let number):
        let round = try readable(try archive.round(number))
        guard RoundReport(round).outcome != nil else { throw .notOver(number) }
        view.play(round)
      }
    } catch {
      view.refuse(error)
    }
  }

  private func list(isWhole: Bool) throws(RoundFault) {
    var isFirst = true
    try archive.forEach(inAll: isWhole) { archived in
      if isFirst { view.showHead() }
      isFirst = false
      view.showLine(archived)
    }
    if isFirst { view.showNone() }
  }

  private func readable(_ archived: ArchivedRound) throws(RoundFault) -> KeptRound {
    guard let round = archived.round else { throw .damagedRound(archived.number) }
    return round
  }

  /// The commands about the rounds that are kept; `round N` stands with `round`.
  static func commands(in language: Language) -> [Command] {
    [
      Command(
        "rounds", language.help(.rounds), in: .results, isSafe: true,
        CommandForm([Parameter("all", .flag(["all"]), .optional)]) {
          .message(.action(ArchiveAction.list(isWhole: $0.argumentCount > 0)))
        }, examples: ["rounds", "rounds all"]),
      Command(
        "replay", language.help(.replay), in: .results, isSafe: true,
        CommandForm([number]) { .message(.action(ArchiveAction.replay($0.number(0)))) },
        examples: ["replay 3"]),
    ]
  }

  static var number: Parameter { Parameter("N", .number(1...999_999_999)) }
}
