#if Lab
  import Game
  import Shell
  import Studies

  /// An error of a command of `chimp-lab`.
  enum LabError: Error, Equatable {
    case usage(LabCommand.Misuse)
    case database(DatabaseFailure)
    /// The tables have a later version than this program.
    case newer(Int)
    /// The tables have an earlier version, which `init` updates.
    case older(Int)
    /// The database is not in UTF-8.
    case encoding(String)
    /// The role with this name can't do what the command needs.
    case role(String, RoleProblem)
    /// The name can't be that of a station.
    case badStation(String)
    case badParticipant(String)
    /// The study has no trials on the server; the list has the known studies.
    case unknownStudy(String, known: [String])
    /// Other connections hold locks on the tables for too long.
    case isInUse(by: [Ownership.LockHolder])

    /// `true` if trying again later may succeed.
    var isPassing: Bool {
      if case .database(let failure) = self { failure.isPassing } else { false }
    }

    /// `true` if the command line is invalid, rather than the database or the store.
    var isUnusable: Bool {
      switch self {
      case .usage, .database(.badAddress), .database(.passwordInAddress), .badStation,
        .badParticipant, .unknownStudy:
        true
      case .database, .newer, .older, .encoding, .role, .isInUse: false
      }
    }

    /// Returns the sentence about the error: what failed, then advice.
    func words(in language: Language) -> String {
      switch self {
      case .usage(let misuse): misuse.words(in: language)
      case .database(let failure): failure.words(in: language)
      case .role(let name, let problem): problem.words(of: name, in: language)
      case .newer(let version):
        language.pick(
          "the database has version \(version), this program knows \(Schema.version): install the "
            + "chimp-lab that made it",
          "データベースは版\(version)、このプログラムは版\(Schema.version)です。データベースを作った chimp-lab を使ってください")
      case .older(let version):
        language.pick(
          "the database has version \(version), this program wants \(Schema.version): the owner "
            + "has to run \"chimp-lab init URL\"",
          "データベースは版\(version)、このプログラムは版\(Schema.version)です。持ち主が chimp-lab init URL を実行してください")
      case .encoding(let name):
        language.pick(
          "the database keeps texts as \(name): make it anew with \"createdb --encoding=UTF8 "
            + "--template=template0 NAME\"",
          "データベースの文字コードは \(name) です。createdb --encoding=UTF8 --template=template0 NAME で作り直してください")
      case .unknownStudy(let name, let known): noStudy(name, known, in: language)
      case .badParticipant(let name):
        language.pick(
          "\"\(name)\" is no participant: \(ParticipantCode.rule(in: language))",
          "\(name) は参加者コードではありません: \(ParticipantCode.rule(in: language))")
      case .badStation(let name):
        language.pick(
          "\"\(name)\" is no name: it has 1 to 32 small letters, digits and \"-\", a letter first",
          "\(name) は名前になりません。英小文字で始まる1から32文字の英小文字、数字、ハイフンです")
      case .isInUse(let holders):
        language.pick(
          "not done, because the tables are in use by \(holders.names(in: language)) for too long: "
            + "end that, then run the same line again",
          "表を\(holders.names(in: language))が使い続けているので、中止しました。それを終えてから、同じ行をもう一度実行してください")
      }
    }

    private func noStudy(_ name: String, _ known: [String], in language: Language) -> String {
      guard !known.isEmpty else {
        return language.pick(
          "no study \"\(name)\" is there: no trial on the server belongs to a study",
          "研究 \(name) はありません。サーバーの試行はどの研究にも属していません")
      }
      let names = firstFive(known, in: language)
      return language.pick(
        "no study \"\(name)\" is there: the server has \(names)",
        "研究 \(name) はありません。サーバーにあるのは: \(names)")
    }
  }

  /// The reason why a role can't do what a command needs.
  enum RoleProblem: Equatable {
    /// The role was never enrolled.
    case notMember
    /// The role is that of a station, but the command reads all rows.
    case isStation
    /// The role is not that of a station, but the command needs a station's rows.
    case notStation
    /// The role does not own the tables, but the command requires that.
    case notOwner
    /// The station is enrolled already; `--again` gives it a new password.
    case enrolledAlready
    case notEnrolled
    /// `enrol` has not created the role.
    case foreignRole

    fileprivate func words(of name: String, in language: Language) -> String {
      switch self {
      case .notMember:
        language.pick(
          "\"\(name)\" is not enrolled: the owner has to run \"chimp-lab enrol URL \(name)\"",
          "\(name) は登録されていません。持ち主が chimp-lab enrol URL \(name) を実行してください")
      case .isStation:
        language.pick(
          "\"\(name)\" is a station, which sees its own rows only: use the address of the owner, "
            + "or of a reader (\"chimp-lab enrol URL NAME --reader\")",
          "\(name) はステーションで、自分の行しか見えません。持ち主か読み手（chimp-lab enrol URL NAME --reader）のアドレスを使ってください")
      case .notStation:
        language.pick(
          "\"\(name)\" is no station: use the address that \"chimp-lab enrol URL STATION\" printed",
          "\(name) はステーションではありません。chimp-lab enrol URL STATION が表示したアドレスを使ってください")
      case .notOwner:
        language.pick(
          "\"\(name)\" does not own the tables: "
            + "use the address with which \"chimp-lab init\" was run",
          "\(name) は表の持ち主ではありません。chimp-lab init を実行したアドレスを使ってください")
      case .enrolledAlready:
        language.pick(
          "\"\(name)\" is enrolled already, and its password is not kept: "
            + "\"--again\" makes a new one",
          "\(name) はもう登録されています。パスワードは残っていません。--again で新しく作ります")
      case .notEnrolled:
        language.pick(
          "\"\(name)\" is not enrolled yet: leave \"--again\" out",
          "\(name) はまだ登録されていません。--again は要りません")
      case .foreignRole:
        language.pick(
          "the server has a role \"\(name)\" that is not of this lab: choose another name",
          "サーバーには、このラボのものではない \(name) があります。別の名前にしてください")
      }
    }
  }

  /// Returns the first five names, and the number of the others.
  func firstFive(_ names: [String], in language: Language) -> String {
    let rest = names.count - 5
    return names.prefix(5).joined(separator: language.pick(", ", "、"))
      + (rest > 0 ? language.pick(" and \(rest) more", "、ほか\(rest)") : "")
  }
#endif
