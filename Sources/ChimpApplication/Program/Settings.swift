import Archive
import Examiner

enum SettingName: String {
  case seed, clock, participant, board, begin, acknowledge, plot, language, capacity, slips, server
}

enum SettingFault: Error, Equatable {
  case seed(SeedError)
  case server(ServerAddress.Fault)
  /// The store can't keep the value.
  case noStore(StoreWorkFault)
  /// A test goes on, and nothing about its boards may change.
  case testGoesOn
  case participant
  case number(String, ClosedRange<Int>, String)
  /// The choices, the setting and the value that is none of them.
  case notOneOf([String], SettingName, String)
}
