import Studies

/// A text of a study: its name, and the hash of the text by which trials were played.
///
/// The trials of two texts are never counted together, because anything about them may differ.
///
///     let text = StudyText(study: "memory", hash: "9f86d081884c7d65")
package struct StudyText: Hashable, Comparable, Sendable {
  package let study: String
  /// The hash of the text; `nil` in data that does not have it.
  package let hash: String?

  package init(study: String, hash: String? = nil) {
    self.study = study
    self.hash = hash
  }

  /// Creates the text by which a trial was played; returns `nil` for a trial outside of studies.
  package init?(of trial: Trial) {
    guard let study = trial.study else { return nil }
    self.init(study: study, hash: trial.studyHash)
  }

  /// The word of `study=` for trials outside of studies.
  package static var outside: String { StudyFile.outsideWord }

  /// Returns the name of the study or, if other texts have the same one, of the text.
  package func name(among texts: Set<StudyText>) -> String {
    let isUnique = !texts.contains { $0.study == study && $0 != self }
    return isUnique ? study : "\(study)@\(hash ?? "-")"
  }

  /// Returns the value of `study=` that selects the text among others.
  package func word(among texts: Set<StudyText>) -> String {
    let isUnique = !texts.contains { $0.study == study && $0 != self }
    return isUnique ? study : hash ?? study
  }

  package static func < (first: Self, second: Self) -> Bool {
    (first.study, first.hash ?? "") < (second.study, second.hash ?? "")
  }
}
