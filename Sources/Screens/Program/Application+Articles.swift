import Archive
import ChimpSystem
import Events
import Game
import Records
package import Shell

/// What the five articles look like from the command line.
extension Application {
  /// The part of the help about the articles' systems, with the commands that show each.
  static func articles(in language: Language) -> HelpTopic {
    let systems = [
      ("start, press", Text("the game: a board, and presses that are judged", "ゲーム。盤と、押した順番の判定")),
      (
        "mode, coin, tree, send",
        Text("the modes, and the tree of objects that gets events", "画面モードと、イベントが届くオブジェクトの木")
      ),
      ("list, add, observe", Text("the list, which notifies its observers", "リスト。変化を観察者に知らせます")),
      ("news", Text("the records, kept with their dates", "記録。日付とともに残ります")),
      ("sum", Text("the adder: model, view and controller", "足し算。モデルとビューとコントローラ")),
    ]
    let width = systems.map { $0.0.utf8.count }.max() ?? 0
    let lines = systems.map { commands, words in
      commands.padded(to: width + 2) + words.in(language)
    }
    return HelpTopic(
      CommandGroup.articles.name,
      language.pick("the systems of the five articles", "五つの記事の仕組み"),
      lines: lines, isInOverview: true)
  }

  /// Tells a person that boards are described in words and how to have a picture, and lists the
  /// menu where it is no picture.
  func introduceLines() {
    guard acceptsMenuKeys else { return }
    if isSpoken {
      speaker.say(
        "boards are spoken: \"help accessibility\" tells more, \"set board live\" draws them",
        "盤を文で説明します。help accessibility に説明があり、set board live で描きます")
    }
    game.listMenu()
  }

  /// Reads the player's scores, which the menu shows; writes the error of a store that fails.
  func readScores() {
    refusing { try game.bests.readAll(by: model.credits.participant) }
  }

  /// The objects of the tree and the news, for the completion of their names.
  package func candidates(forParameter name: String) -> [Completion.Candidate] {
    switch name {
    case "OBJECT": root.distinctNames.map { Completion.Candidate(text: $0) }
    case "ID":
      ((try? newsModel.all().elements) ?? []).map {
        Completion.Candidate(text: $0.objectId, summary: $0.title)
      }
    default: []
    }
  }
}
