import Archive
import Examiner

/// The names of the application's settings, as `set` shows them.
enum SettingName: String {
  case seed, clock, participant, board, begin, acknowledge, plot, language, capacity, slips, server
}

/// The reason why a setting can't have a value.
enum SettingFault: Error, Equatable {
  /// A text that is no seed.
  case seed(SeedError)
  /// A text that is no address of a server.
  case server(ServerAddress.Fault)
  /// The store can't keep the value.
  case noStore(StoreWorkFault)
  /// A test goes on, and nothing about its boards may change.
  case testGoesOn
  /// A text that is no code of a participant.
  case participant
  /// A text that is no number within the limits.
  case number(String, ClosedRange<Int>, String)
  /// The choices, the setting and the value that is none of them.
  case notOneOf([String], SettingName, String)
}
