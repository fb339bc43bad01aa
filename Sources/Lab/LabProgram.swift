#if Lab
  import Archive
  import Exchange
  import Records
  package import Shell

  /// Runs the program `chimp-lab`, from its arguments to its exit status.
  ///
  ///     let program = LabProgram(
  ///       output: DescriptorSink(descriptor: STDOUT_FILENO),
  ///       diagnostics: DescriptorSink(descriptor: STDERR_FILENO), clocks: clocks, sleep: sleep,
  ///       isInterrupted: { false }, locale: nil)
  ///     exit(program.run(["status", "postgresql://lab/trials"]))
  package final class LabProgram {
    /// The exit statuses of the program, which `chimp` evaluates.
    enum ExitStatus: Int32 {
      case success = 0
      /// The comparison has found differences.
      case disagreement = 1
      /// The command line is invalid.
      case unusable = 2
      /// The database or the store has an error, or can't be reached.
      case failed = 3
    }

    let output: OutputWriter
    private let diagnostics: OutputWriter
    /// Returns the wall clock and the monotonic clock, both in milliseconds.
    let clocks: () -> [Int]
    let sleep: (Int) -> Void
    let isInterrupted: () -> Bool
    let language: Language

    /// Creates a run.
    ///
    /// `clocks` returns the wall clock and the monotonic one in milliseconds, which `sleep` counts,
    /// too; `isInterrupted` returns whether the user has interrupted it. The variables of a
    /// terminal's locale are `nil` if the output is for a program, which expects English.
    package init(
      output: any OutputSink, diagnostics: any OutputSink, clocks: @escaping () -> [Int],
      sleep: @escaping (Int) -> Void, isInterrupted: @escaping () -> Bool,
      locale: ((String) -> String?)?
    ) {
      self.output = OutputWriter(sink: output)
      self.diagnostics = OutputWriter(sink: diagnostics)
      self.clocks = clocks
      self.sleep = sleep
      self.isInterrupted = isInterrupted
      language = locale.map { Language($0) } ?? .english
    }

    /// Runs a command and returns the exit status.
    package func run(_ arguments: [String]) -> Int32 {
      defer { output.flush() }
      do { return try perform(arguments).rawValue } catch {
        warn(message(of: error))
        let isUnusable = (error as? LabError)?.isUnusable ?? false
        return (isUnusable ? ExitStatus.unusable : .failed).rawValue
      }
    }

    /// Returns the message of an error that a command has thrown.
    func message(of error: any Error) -> String {
      switch error {
      case let error as LabError: error.words(in: language)
      case let error as RecordError where error.isAboutNoStore:
        Refusal(error).words(in: language)
          + language.pick(
            ": name the file that \"status\" in chimp tells", "。chimp の status にあるファイルです")
      default: Refusal(error).words(in: language)
      }
    }

    /// Parses and performs a command line.
    private func perform(_ line: [String]) throws -> ExitStatus {
      switch line.first {
      case "--help", "-h", "help":
        output.write(text: LabCommand.help(in: language))
        return .success
      case "--version":
        say("chimp-lab, tables of version \(Schema.version)", "chimp-lab、表の版は\(Schema.version)")
        return .success
      default: break
      }
      let (command, arguments) = try LabCommand.read(line)
      return try command.action(self)(arguments)
    }

    /// Writes a line to the standard output; control characters are escaped.
    func say(_ line: String) {
      output.write(text: escaped(line) + "\n")
      output.flush()
    }

    func say(_ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String) {
      say(language.pick(english(), japanese()))
    }

    /// Writes a line to the standard error, after the program's name.
    func warn(_ words: String) {
      diagnostics.write(text: "chimp-lab: \(escaped(words))\n")
      diagnostics.flush()
    }

    func warn(_ english: @autoclosure () -> String, _ japanese: @autoclosure () -> String) {
      warn(language.pick(english(), japanese()))
    }

    /// Connects to a database as a station.
    ///
    /// - Throws: `notStation` for any other role.
    func stationDatabase(_ url: String) throws(LabError) -> LabDatabase {
      let database = try database(url)
      guard try database.check() == .station else {
        throw .role(database.address.user, .notStation)
      }
      return database
    }

    /// Connects to a database with a role that can read all rows.
    private func wholeDatabase(_ url: String) throws(LabError) -> LabDatabase {
      let database = try database(url)
      if try database.check() == .station { throw .role(database.address.user, .isStation) }
      return database
    }

    /// Connects to a database.
    private func database(_ url: String) throws(LabError) -> LabDatabase {
      try LabDatabase(try DatabaseAddress(url), isInterrupted: isInterrupted)
    }

    /// Performs `reach`: checks whether the server accepts connections.
    func reach(_ arguments: LabCommand.Arguments) throws(LabError) -> ExitStatus {
      let name = try database(arguments.words[0]).name
      say("\(name) can be reached", "\(name) につながります")
      return .success
    }

    /// Performs `init`: creates or migrates the tables.
    func prepare(_ arguments: LabCommand.Arguments) throws(LabError) -> ExitStatus {
      let database = try database(arguments.words[0])
      let before = try Ownership(database: database).prepare()
      let name = database.name
      switch before {
      case Schema.version:
        say("\(name) is up to date: version \(before)", "\(name) は最新です: 版\(before)")
      case 0:
        say("\(name) is ready: version \(Schema.version)", "\(name) を用意しました: 版\(Schema.version)")
      default:
        say(
          "\(name) is up to date now: version \(before) was before",
          "\(name) を最新にしました。前は版\(before)でした")
      }
      return .success
    }

    /// Performs `enrol`: creates a role, or changes its password, and writes the password once.
    func enrol(_ arguments: LabCommand.Arguments) throws(LabError) -> ExitStatus {
      let database = try database(arguments.words[0])
      let name = arguments.words[1]
      let kind: LabDatabase.Kind = arguments.options.contains("--reader") ? .reader : .station
      let password = try Ownership(database: database).enrol(
        name, as: kind, again: arguments.options.contains("--again"))
      let address = database.address
      let isSocket = address.host.hasPrefix("/")
      say(
        "enrolled: \(kind.rawValue) \"\(name)\"; its password is shown this once",
        "登録しました: \(name)。パスワードを表示するのはこの1回だけです")
      say(
        "line for ~/.pgpass, mode 600: *:*:\(address.database):\(name):\(password)",
        "~/.pgpass（モード 600）に書く行: *:*:\(address.database):\(name):\(password)")
      if isSocket {
        let host = address.host.split(separator: "/").map { "%2F" + $0 }.joined()
        let url = "postgresql://\(name)@/\(address.database)?host=\(host)&port=\(address.port)"
        say("address on this machine: \(url)", "この機械でのアドレス: \(url)")
      }
      let server = isSocket ? "SERVER" : address.host
      let url = "postgresql://\(name)@\(server):\(address.port)/\(address.database)"
      say("address: \(url)", "アドレス: \(url)")
      return .success
    }

    /// Performs `erase`: permanently deletes a participant's data from the server.
    func erase(_ arguments: LabCommand.Arguments) throws(LabError) -> ExitStatus {
      let participant = arguments.words[1]
      var owner = Ownership(database: try database(arguments.words[0]))
      owner.didWait = { [self] holders in
        let names = holders.names(in: language)
        warn("waiting for \(names) to release the tables", "\(names)が表を放すのを待っています")
      }
      let gone = try owner.erase(participant)
      say(
        "erased: participant \"\(participant)\", \(counted(gone.trials, "trial")), "
          + "\(counted(gone.presses, "press", "presses")); no station brings them back",
        "消しました: 参加者 \(participant)、\(gone.trials)試行、\(gone.presses)押下。どのステーションからも戻りません")
      do throws(LabError) { try owner.rebuildTables() } catch {
        warn(
          "the server's files still have bytes of the participant, because they could not be "
            + "rewritten",
          "サーバーのファイルは書き直せなかったので、参加者のデータがまだ残っています")
        throw error
      }
      warn(
        "the stations' own stores, exports, backups and the server's own log "
          + "still have what they had",
        "ステーションの記録、書き出し、写し、サーバー自身のログはそのままです")
      return .success
    }

    /// Performs `receive`: copies the trials on the server to a new store.
    func receive(_ arguments: LabCommand.Arguments) throws -> ExitStatus {
      let database = try wholeDatabase(arguments.words[0])
      if let study = arguments.study {
        let known = try database.studies()
        if !known.contains(study) { throw LabError.unknownStudy(study, known: known) }
      }
      try PortableStore.make(arguments.words[1])
      let store = try PortableStore(arguments.words[1])
      var intake = PortableStore.Intake()
      var refusedCount = 0
      try forEachTrial(try ServerTrials(database, study: arguments.study)) { found in
        let sound = found.filter(\.changed.isEmpty).map { (name(of: $0), $0.trial) }
        for trial in found where !trial.changed.isEmpty { warn(changed(trial)) }
        let part = try store.add(sound)
        intake.trialCount += part.trialCount
        intake.pressCount += part.pressCount
        intake.knownCount += part.knownCount
        refusedCount += found.count - sound.count + part.refused.count
        for (name, reason) in part.refused { warn("\(name): \(reason.text.in(language))") }
      }
      say(
        "received: \(counted(intake.trialCount, "trial")), "
          + "\(counted(intake.pressCount, "press", "presses")); "
          + "\(intake.knownCount) known already, \(refusedCount) refused",
        "受け取りました: \(intake.trialCount)試行、\(intake.pressCount)押下。\(intake.knownCount)試行はもうあり、"
          + "\(refusedCount)試行は拒否しました")
      return refusedCount == 0 ? .success : .failed
    }

    /// Performs `verify`: validates each trial on the server like an imported one.
    func verify(_ arguments: LabCommand.Arguments) throws -> ExitStatus {
      let trials = try ServerTrials(try wholeDatabase(arguments.words[0]))
      var count = 0
      var faultCount = 0
      try forEachTrial(trials) { found in
        count += found.count
        let faults = found.compactMap(problem)
        for words in faults { say(words) }
        faultCount += faults.count
      }
      for press in trials.orphans.prefix(20) {
        say("press \(press) belongs to no trial", "押下 \(press) の試行がありません")
      }
      faultCount += trials.orphans.count
      say(
        "verified: \(counted(count, "trial")), \(counted(trials.pressCount, "press", "presses")); "
          + "\(faultCount) not what was sent",
        "確かめました: \(count)試行、\(trials.pressCount)押下。送ったときと違うもの: \(faultCount)")
      return faultCount == 0 ? .success : .failed
    }

    /// Calls a closure with the trials on the server, in batches.
    private func forEachTrial(
      _ trials: ServerTrials, _ body: ([ServerTrials.Found]) throws -> Void
    ) throws {
      while case let found = try trials.next(), !found.isEmpty {
        try body(found)
        if isInterrupted() { throw LabError.database(.interrupted) }
      }
    }

    /// Returns the error message about an invalid trial; `nil` for a valid one.
    private func problem(of found: ServerTrials.Found) -> String? {
      if !found.changed.isEmpty { return changed(found) }
      do throws(RowReason) { try found.trial.validate() } catch {
        return "\(name(of: found)): \(error.text.in(language))"
      }
      return nil
    }

    /// Returns the error message about rows whose hashes are wrong.
    private func changed(_ found: ServerTrials.Found) -> String {
      "\(name(of: found)): "
        + language.pick("not what was sent: ", "送ったときと違います: ")
        + firstFive(found.changed, in: language)
    }

    private func name(of found: ServerTrials.Found) -> String {
      let name = found.trial.name
      return language.pick(
        "trial \"\(name)\" of \"\(found.station)\"", "\(found.station) の試行 \(name)")
    }
  }
#endif
