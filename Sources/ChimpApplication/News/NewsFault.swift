package import Records

/// Why a command about the news is refused.
package enum NewsFault: Error, Equatable {
  case notFound(String)
  /// The identifiers that the given one may be short for.
  case ambiguous(String, [String])
  case nothingToChange
  /// There are as many news as a restricted session may have.
  case tooMany(limit: Int)
  case notConfirmed
  case record(RecordError)
}

extension NewsFault: CustomStringConvertible {
  /// How many identifiers are named where one is short for several.
  private static var namedCount: Int { 2 }

  package var description: String {
    switch self {
    case .notFound(let identifier): "no news \"\(identifier)\""
    case .ambiguous(let identifier, let found):
      "\"\(identifier)\" is short for \(found.count) news: "
        + found.prefix(Self.namedCount).joined(separator: ", ")
        + (found.count > Self.namedCount ? " and others" : "")
    case .nothingToChange: "nothing to change (known: title, body, image, order)"
    case .tooMany(let limit): "a restricted session has at most \(limit) news"
    case .notConfirmed: "nothing is removed: \"news clear --yes\" removes all news"
    case .record(.invalid(_, _, _, let reason)): reason
    case .record(let error): "\(error)"
    }
  }
}
