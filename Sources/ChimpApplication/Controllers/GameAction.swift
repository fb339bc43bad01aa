import Shell

/// What the commands about the modes ask for.
package enum GameAction: Action, Equatable {
  case insertCoin
  case showMode
  case changeMode(String)
  /// Somebody is at the keyboard.
  case noticePerson
}
