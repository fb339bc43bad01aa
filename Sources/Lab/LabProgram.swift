#if Lab
  package import Shell

  import ChimpApplication
  import Records

  /// What a run of the program is given from outside.
  package struct LabEnvironment {
    package var arguments: [String]
    package var output: any OutputSink
    package var diagnostics: any OutputSink
    /// The wall clock and the monotonic one, in milliseconds.
    package var clocks: () -> [Int]
    /// Sleeps for so many milliseconds.
    package var sleep: (Int) -> Void
    /// Whether the user wants an end.
    package var isInterrupted: () -> Bool

    /// The variables of a terminal's locale; nil where a program reads, which wants English.
    package var locale: ((String) -> String?)?

    /// Makes an environment.
    package init(
      arguments: [String], output: any OutputSink, diagnostics: any OutputSink,
      clocks: @escaping () -> [Int], sleep: @escaping (Int) -> Void,
      isInterrupted: @escaping () -> Bool
    ) {
      (self.arguments, self.output, self.diagnostics) = (arguments, output, diagnostics)
      (self.clocks, self.sleep, self.isInterrupted) = (clocks, sleep, isInterrupted)
    }
  }

  /// One run of the program, from its arguments to its exit status.
  package final class LabProgram {
    enum ExitStatus: Int32 {
      case success = 0
      case disagreement = 1
      case unusable = 2
      case failed = 3
    }

    let environment: LabEnvironment
    let output: OutputWriter
    private let diagnostics: OutputWriter
    let language: Language

    /// Makes a run in an environment.
    package init(_ environment: LabEnvironment) {
      self.environment = environment
      output = OutputWriter(sink: environment.output)
      diagnostics = OutputWriter(sink: environment.diagnostics)
      language = environment.locale.map { Language($0) } ?? .english
    }

    /// Runs to the end and answers the exit status.
    package func run() -> Int32 {
      defer { output.flush() }
      do throws(LabUsageFault) {
        let command = try LabCommand(environment.arguments)
        return run(command).rawValue
      } catch {
        tell(error.words(in: language))
        return ExitStatus.unusable.rawValue
      }
    }

    private func run(_ command: LabCommand) -> ExitStatus {
      do throws(LabFault) {
        switch command {
        case .help: output.write(text: LabCommand.helpText(language))
        case .version:
          say(
            language.pick(
              "chimp-lab, tables of version \(Schema.version)", "chimp-lab、表の版は\(Schema.version)"))
        case .initialize(let url): try prepare(url)
        case .enrol(let url, let name, let isReader, let again):
          try enrol(url, name, isReader ? .reader : .station, again)
        case .send(let store, let url, let follows): return try send(store, url, follows)
        case .receive(let url, let store, let study): return try receive(url, store, study)
        case .status(let store, let url): return try compare(store, url)
        case .verify(let url): return try verify(url)
        case .erase(let url, let participant): try erase(url, participant)
        }
        return .success
      } catch {
        tell(error.words(in: language))
        switch error {
        case .database(.badAddress), .database(.passwordInAddress), .badStation, .badParticipant,
          .noStudies:
          return .unusable
        default: return .failed
        }
      }
    }

    /// Writes a line of the result.
    func say(_ line: String) {
      output.write(text: escaped(line) + "\n")
      output.flush()
    }

    /// Says what is wrong, or how far the work is.
    func tell(_ words: String) {
      diagnostics.write(text: "chimp-lab: \(escaped(words))\n")
      diagnostics.flush()
    }

    func database(_ url: String) throws(LabFault) -> LabDatabase {
      let address = try DatabaseAddress(url)
      return try LabDatabase(address, isInterrupted: environment.isInterrupted)
    }

    /// A database in which all rows can be seen.
    private func wholeDatabase(_ url: String) throws(LabFault) -> LabDatabase {
      let database = try database(url)
      if try database.check() == .station { throw .sees(only: database.connection.place.user) }
      return database
    }

    private func prepare(_ url: String) throws(LabFault) {
      let database = try database(url)
      let before = try Ownership(database: database).prepare()
      switch before {
      case Schema.version:
        say(
          language.pick(
            "\(database.name) is up to date: version \(before)",
            "\(database.name) は最新です: 版\(before)"))
      case 0:
        say(
          language.pick(
            "\(database.name) is ready: version \(Schema.version)",
            "\(database.name) を用意しました: 版\(Schema.version)"))
      default:
        say(
          language.pick(
            "\(database.name) is up to date now: version \(before) was before",
            "\(database.name) を最新にしました。前は版\(before)でした"))
      }
    }

    private func enrol(
      _ url: String, _ name: String, _ kind: LabDatabase.Kind, _ again: Bool
    ) throws(LabFault) {
      let database = try database(url)
      let password = try Ownership(database: database).enrol(name, as: kind, again: again)
      let place = database.connection.place
      let isSocket = place.host.hasPrefix("/")
      say(
        language.pick(
          "enrolled: \(kind.rawValue) \"\(name)\"; its password is shown this once",
          "登録しました: \(name)。パスワードを表示するのはこの1回だけです"))
      say(
        language.pick(
          "line for ~/.pgpass, mode 600: *:*:\(place.database):\(name):\(password)",
          "~/.pgpass（モード 600）に書く行: *:*:\(place.database):\(name):\(password)"))
      if isSocket {
        let host = place.host.split(separator: "/").map { "%2F" + $0 }.joined()
        say(
          language.pick("address on this machine: ", "この機械でのアドレス: ")
            + "postgresql://\(name)@/\(place.database)?host=\(host)&port=\(place.port)")
      }
      say(
        language.pick("address: ", "アドレス: ")
          + "postgresql://\(name)@\(isSocket ? "SERVER" : place.host):\(place.port)"
          + "/\(place.database)")
    }

    private func erase(_ url: String, _ participant: String) throws(LabFault) {
      let gone = try Ownership(database: try database(url)).erase(participant)
      say(
        language.pick(
          "erased: participant \"\(participant)\", \(counted(gone.trials, "trial")), "
            + "\(counted(gone.presses, "press", "presses")); no station brings them back",
          "消しました: 参加者 \(participant)、\(gone.trials)試行、\(gone.presses)押下。どのステーションからも戻りません"))
      tell(
        language.pick(
          "the stations' own stores, exports and backups still have what they had",
          "ステーションの記録、書き出し、写しはそのままです"))
    }

    private func receive(
      _ url: String, _ path: String, _ study: String?
    ) throws(LabFault) -> ExitStatus {
      if study != nil, !LabTable(.trials).columns.contains(where: { $0.name == "study" }) {
        throw .noStudies
      }
      let database = try wholeDatabase(url)
      try stored(try PortableStore.make(path))
      let store = try stored(try PortableStore(path))
      let trials = try ServerTrials(database, study: study)
      var (intake, refusedCount) = (PortableStore.Intake(), 0)
      while case let found = try trials.next(), !found.isEmpty {
        let sound = found.filter(\.changed.isEmpty).map { (name(of: $0), $0.trial) }
        for trial in found where !trial.changed.isEmpty { tell(changed(trial)) }
        refusedCount += found.count - sound.count
        do throws(StoreWorkFault) {
          let part = try store.take(sound)
          intake.trialCount += part.trialCount
          intake.pressCount += part.pressCount
          intake.knownCount += part.knownCount
          refusedCount += part.refused.count
          for (name, reason) in part.refused {
            tell("\(name): \(language.words(for: reason))")
          }
        } catch { throw .store(error) }
        if environment.isInterrupted() { throw .database(.interrupted) }
      }
      say(
        language.pick(
          "received: \(counted(intake.trialCount, "trial")), "
            + "\(counted(intake.pressCount, "press", "presses")); \(intake.knownCount) known already, "
            + "\(refusedCount) refused",
          "受け取りました: \(intake.trialCount)試行、\(intake.pressCount)押下。\(intake.knownCount)試行はもうあり、\(refusedCount)試行は拒否しました"
        ))
      return refusedCount == 0 ? .success : .failed
    }

    private func verify(_ url: String) throws(LabFault) -> ExitStatus {
      let trials = try ServerTrials(try wholeDatabase(url))
      var (count, faultCount) = (0, 0)
      while case let found = try trials.next(), !found.isEmpty {
        for trial in found {
          count += 1
          guard let words = fault(of: trial) else { continue }
          faultCount += 1
          say(words)
        }
        if environment.isInterrupted() { throw .database(.interrupted) }
      }
      for press in trials.orphans.prefix(20) {
        say(language.pick("press \(press) belongs to no trial", "押下 \(press) の試行がありません"))
      }
      faultCount += trials.orphans.count
      say(
        language.pick(
          "verified: \(counted(count, "trial")), \(counted(trials.pressCount, "press", "presses")); "
            + "\(faultCount) not what was sent",
          "確かめました: \(count)試行、\(trials.pressCount)押下。送ったときと違うもの: \(faultCount)"))
      return faultCount == 0 ? .success : .failed
    }

    private func fault(of found: ServerTrials.Found) -> String? {
      if !found.changed.isEmpty { return changed(found) }
      do throws(LineReason) { try found.trial.prove() } catch {
        return "\(name(of: found)): \(language.words(for: error))"
      }
      return nil
    }

    private func changed(_ found: ServerTrials.Found) -> String {
      language.pick(
        "\(name(of: found)): not what was sent: \(named(found.changed))",
        "\(name(of: found)): 送ったときと違います: \(named(found.changed))")
    }

    private func name(of found: ServerTrials.Found) -> String {
      language.pick(
        "trial \"\(found.trial.name)\" of \"\(found.station)\"",
        "\(found.station) の試行 \(found.trial.name)")
    }

    private func compare(_ path: String, _ url: String) throws(LabFault) -> ExitStatus {
      let store = try stored(try PortableStore(path))
      let database = try database(url)
      guard try database.check() == .station else {
        throw .notStation(database.connection.place.user)
      }
      let comparison = try Comparison(store, database, clocks: environment.clocks)
      for line in comparison.words(database.connection.place.user, database.name, language) {
        say(line)
      }
      return comparison.agrees ? .success : .disagreement
    }
  }

  /// The first of some things, and how many more there are.
  func named(_ things: [String]) -> String {
    let rest = things.count - 5
    return things.prefix(5).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// A number of things in words.
  func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }
#endif
