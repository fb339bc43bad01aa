#if Lab
  import CPostgreSQL
  import Glibc

  /// A connection to a database: the one file that touches libpq and what is unsafe about it.
  ///
  /// None of its calls waits for longer than it is told to.
  final class Connection {
    /// How long a server may take to let somebody in, in milliseconds.
    private static var patience: Int { 5_000 }
    /// How long it may take to answer a short question.
    static var shortWait: Int { 8_000 }
    /// How long it may take where it has to look at everything.
    static var longWait: Int { 600_000 }
    /// How long nobody looks whether the user wants an end.
    private static var slice: Int { 50 }

    private let handle: OpaquePointer
    private let isInterrupted: () -> Bool

    /// Connects to an address.
    init(
      _ address: DatabaseAddress, isInterrupted: @escaping () -> Bool
    ) throws(LabFault) {
      let names = ["dbname", "client_encoding", "fallback_application_name"]
      let values = [address.text, "UTF8", "chimp-lab"]
      let started = Self.withTexts(names) { names in
        Self.withTexts(values) { PQconnectStartParams(names, $0, 1) }
      }
      guard let started else { throw .database(.unreachable(state: "", "no memory is left")) }
      (handle, self.isInterrupted) = (started, isInterrupted)
      // NB: only a verbose message says the number of an error as long as nobody is connected.
      PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
      PQsetNoticeReceiver(handle, { _, _ in }, nil)
      try connect()
      PQsetnonblocking(handle, 1)
    }

    deinit { PQfinish(handle) }

    /// The machine, the port, the database and the user of the connection.
    var place: (host: String, port: String, database: String, user: String) {
      (
        Self.text(PQhost(handle)), Self.text(PQport(handle)), Self.text(PQdb(handle)),
        Self.text(PQuser(handle))
      )
    }

    private func connect() throws(LabFault) {
      let end = Self.now + Self.patience
      var state = PGRES_POLLING_WRITING
      while state != PGRES_POLLING_OK {
        if state == PGRES_POLLING_FAILED || PQstatus(handle) == CONNECTION_BAD {
          let words = Self.text(PQerrorMessage(handle))
          throw .database(.unreachable(state: DatabaseFault.state(in: words), words))
        }
        try wait(for: state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: end)
        state = PQconnectPoll(handle)
      }
    }

    /// Runs one statement, with values in their binary form, and answers its rows; something else
    /// can be done while the server works.
    @discardableResult
    func run(
      _ text: String, _ values: [[UInt8]?] = [], within limit: Int = shortWait,
      meanwhile: () throws(LabFault) -> Void = {}
    ) throws(LabFault) -> Rows {
      guard Self.withBytes(values, { send(text, $0, $1) }) == 1 else { throw cut() }
      let end = Self.now + limit
      while case let rest = PQflush(handle), rest != 0 {
        if rest < 0 { throw cut() }
        try wait(for: POLLIN | POLLOUT, until: end)
        // NB: a server that can't send can't read either.
        if PQconsumeInput(handle) == 0 { throw cut() }
      }
      try meanwhile()
      return try rows(until: end)
    }

    private func send(
      _ text: String, _ values: [UnsafePointer<CChar>?], _ lengths: [Int32]
    ) -> Int32 {
      let formats = [Int32](repeating: 1, count: values.count)
      return PQsendQueryParams(
        handle, text, Int32(values.count), nil, values, lengths, formats, 1)
    }

    private func rows(until end: Int) throws(LabFault) -> Rows {
      var found: Rows?
      var fault: DatabaseFault?
      while true {
        while PQisBusy(handle) == 1 {
          try wait(for: POLLIN, until: end)
          if PQconsumeInput(handle) == 0 { throw cut() }
        }
        guard let result = PQgetResult(handle) else { break }
        let rows = Rows(result)
        if let other = rows.fault { fault = fault ?? other } else { found = rows }
      }
      if PQstatus(handle) == CONNECTION_BAD {
        guard case .failed(let state, _)? = fault, !state.isEmpty else { throw cut() }
      }
      if let fault { throw .database(fault) }
      guard let found else { throw cut() }
      return found
    }

    /// Rests for so many milliseconds, unless the server ends the connection meanwhile.
    func rest(_ milliseconds: Int) throws(LabFault) {
      var waiting = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(milliseconds)) > 0 else { return }
      if PQconsumeInput(handle) == 0 { throw cut() }
    }

    private func wait(for events: Int32, until end: Int) throws(LabFault) {
      while true {
        if isInterrupted() { throw .database(.interrupted) }
        let rest = end - Self.now
        guard rest > 0 else { throw .database(.silent) }
        var waiting = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        if poll(&waiting, 1, Int32(min(rest, Self.slice))) > 0 { return }
      }
    }

    private func cut() -> LabFault { .database(.cut(Self.text(PQerrorMessage(handle)))) }

    private static var now: Int {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    fileprivate static func text(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }

    /// Hands over texts as C has them, with a null behind the last.
    private static func withTexts<Result>(
      _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
      withBytes(texts.map { Array($0.utf8) + [0] }) { pointers, _ in body(pointers + [nil]) }
    }

    /// Hands over values, all of them in one piece of memory, with their lengths.
    private static func withBytes<Result>(
      _ values: [[UInt8]?], _ body: ([UnsafePointer<CChar>?], [Int32]) -> Result
    ) -> Result {
      var starts: [Int] = []
      var all: [UInt8] = []
      all.reserveCapacity(values.reduce(1) { $0 + ($1?.count ?? 0) })
      for value in values {
        starts.append(all.count)
        all += value ?? []
      }
      all.append(0)
      let lengths = values.map { Int32($0?.count ?? 0) }
      return all.withUnsafeBytes { bytes in
        let base = bytes.assumingMemoryBound(to: CChar.self).baseAddress
        let pointers = zip(values, starts).map { value, start in
          value == nil ? nil : base.map { $0 + start }
        }
        return body(pointers, lengths)
      }
    }
  }

  /// What a statement answered.
  final class Rows {
    private let result: OpaquePointer

    fileprivate init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// How many rows there are.
    var count: Int { Int(PQntuples(result)) }

    /// How many rows a statement has changed.
    var changedCount: Int { Int(Connection.text(PQcmdTuples(result))) ?? 0 }

    /// Whether there is no value.
    func isNull(_ row: Int, _ column: Int) -> Bool {
      PQgetisnull(result, Int32(row), Int32(column)) == 1
    }

    /// The bytes of a value.
    func bytes(_ row: Int, _ column: Int) -> [UInt8] { Array(raw(row, column)) }

    /// A value that is a text.
    func text(_ row: Int, _ column: Int) -> String {
      String(decoding: raw(row, column), as: UTF8.self)
    }

    /// A value that is a whole number of any length.
    func integer(_ row: Int, _ column: Int) -> Int {
      let bytes = raw(row, column)
      let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
      return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int($1) }
    }

    private func raw(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: PQgetvalue(result, Int32(row), Int32(column)),
        count: Int(PQgetlength(result, Int32(row), Int32(column))))
    }

    fileprivate var fault: DatabaseFault? {
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return nil
      default:
        // NB: these are the letters 'C' and 'M' that C's macros stand for.
        let state = Connection.text(PQresultErrorField(result, Int32(UInt8(ascii: "C"))))
        let words = Connection.text(PQresultErrorField(result, Int32(UInt8(ascii: "M"))))
        return .failed(
          state: state, words.isEmpty ? Connection.text(PQresultErrorMessage(result)) : words)
      }
    }
  }

  /// Where a database is, without a secret in it.
  struct DatabaseAddress: Equatable {
    let text: String

    /// Takes what libpq takes as an address, but for a password.
    init(_ text: String) throws(LabFault) {
      guard text.contains("://") || text.contains("=") else { throw .database(.badAddress("")) }
      var message: UnsafeMutablePointer<CChar>?
      let options = PQconninfoParse(text, &message)
      defer {
        PQconninfoFree(options)
        PQfreemem(message)
      }
      guard let options else { throw .database(.badAddress(Connection.text(message))) }
      var option = options
      while let keyword = option.pointee.keyword {
        if ["password", "sslpassword"].contains(Connection.text(keyword)),
          option.pointee.val != nil
        {
          throw .database(.passwordInAddress)
        }
        option += 1
      }
      self.text = text
    }
  }

  extension Connection {
    /// A password as the server keeps it, so that it never gets, or logs, the password itself.
    func verifier(of password: String, for user: String) throws(LabFault) -> String {
      guard let text = PQencryptPasswordConn(handle, password, user, "scram-sha-256") else {
        throw cut()
      }
      defer { PQfreemem(text) }
      return Self.text(text)
    }
  }
#endif
