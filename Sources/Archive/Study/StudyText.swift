import Studies

/// A text of a study: its name, and the hash of the text by which trials were played.
///
/// The trials of two texts are never counted together, because anything about them may differ.
///
///     let text = StudyText(study: "memory", hash: "9f86d081884c7d65")
public struct StudyText: Hashable, Comparable, Sendable {
  public let study: String
  /// The hash of the text; `nil` in data that does not have it.
  public let hash: String?

  public init(study: String, hash: String? = nil) {
    self.study = study
    self.hash = hash
  }

  /// Creates the text by which a trial was played; returns `nil` for a trial outside of studies.
  public init?(of trial: Trial) {
    guard let study = trial.study else { return nil }
    self.init(study: study, hash: trial.studyHash)
  }

  /// The word of `study=` for trials outside of studies.
  public static var outside: String { StudyFile.outsideWord }

  /// Returns the name of the study or, if other texts have the same one, of the text.
  public func name(among texts: Set<StudyText>) -> String {
    let isUnique = !texts.contains { $0.study == study && $0 != self }
    return isUnique ? study : "\(study)@\(hash ?? "-")"
  }

  /// Returns the value of `study=` that selects the text among others.
  public func word(among texts: Set<StudyText>) -> String {
    let isUnique = !texts.contains { $0.study == study && $0 != self }
    return isUnique ? study : hash ?? study
  }

  public static func < (first: Self, second: Self) -> Bool {
    (first.study, first.hash ?? "") < (second.study, second.hash ?? "")
  }
}
