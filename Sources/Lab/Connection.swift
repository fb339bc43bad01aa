#if Lab
  import CPostgreSQL
  import ChimpSystem
  import Glibc

  /// A connection to a PostgreSQL database, the only code that calls libpq.
  ///
  /// No call waits longer than its timeout.
  final class Connection {
    /// The timeout for connecting, in milliseconds.
    private static var timeout: Int { 5_000 }
    /// The timeout for an ordinary statement, in milliseconds.
    static var shortWait: Int { 8_000 }
    /// The timeout for a statement that reads everything, in milliseconds.
    static var longWait: Int { 600_000 }
    /// The milliseconds between two checks whether the user has pressed Ctrl-C.
    private static var slice: Int { 50 }

    /// The pointer of libpq.
    private let handle: OpaquePointer
    /// Returns whether the user has pressed Ctrl-C; called during every wait.
    private let isInterrupted: () -> Bool

    /// Connects to a server.
    ///
    /// - Throws: `LabError.database` if it can't be reached in time, or refuses.
    init(_ address: DatabaseAddress, isInterrupted: @escaping () -> Bool) throws(LabError) {
      guard let started = chimp_postgresql_start(address.text) else {
        throw .database(.unreachable(state: "", "no memory is left"))
      }
      handle = started
      self.isInterrupted = isInterrupted
      try connect()
      PQsetnonblocking(handle, 1)
    }

    deinit { PQfinish(handle) }

    /// The parts of a database address.
    typealias Address = (host: String, port: String, database: String, user: String)

    /// The address of the connection, including defaults from the environment.
    var address: Address {
      (
        String(cString: chimp_postgresql_text(PQhost(handle))),
        String(cString: chimp_postgresql_text(PQport(handle))),
        String(cString: chimp_postgresql_text(PQdb(handle))),
        String(cString: chimp_postgresql_text(PQuser(handle)))
      )
    }

    /// Connects without blocking, so that Ctrl-C is noticed.
    private func connect() throws(LabError) {
      let end = monotonicMilliseconds() + Self.timeout
      var state = PGRES_POLLING_WRITING
      while state != PGRES_POLLING_OK {
        if state == PGRES_POLLING_FAILED || PQstatus(handle) == CONNECTION_BAD {
          let words = String(cString: chimp_postgresql_text(PQerrorMessage(handle)))
          throw .database(.unreachable(state: DatabaseFailure.state(in: words), words))
        }
        try wait(for: state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: end)
        state = PQconnectPoll(handle)
      }
    }

    /// Runs a statement with values, and returns its rows.
    ///
    /// Values are passed in binary form. `meanwhile` is called while the server works.
    @discardableResult
    func run(
      _ text: String, _ values: [[UInt8]?] = [], within limit: Int = shortWait,
      meanwhile: () -> Void = {}
    ) throws(LabError) -> Rows {
      let lengths = values.map { Int32($0?.count ?? -1) }
      let bytes = values.reduce(into: [UInt8]()) { $0 += $1 ?? [] } + [0]
      guard chimp_postgresql_send(handle, text, bytes, lengths, Int32(values.count)) == 1 else {
        throw cut()
      }
      let end = monotonicMilliseconds() + limit
      while case let rest = PQflush(handle), rest != 0 {
        if rest < 0 { throw cut() }
        try wait(for: POLLIN | POLLOUT, until: end)
        // If the server can't send, it can't read either.
        if PQconsumeInput(handle) == 0 { throw cut() }
      }
      meanwhile()
      return try rows(until: end)
    }

    /// Returns the rows of the last statement, or throws its error.
    private func rows(until end: Int) throws(LabError) -> Rows {
      var found: Rows?
      var fault: DatabaseFailure?
      while true {
        while PQisBusy(handle) == 1 {
          try wait(for: POLLIN, until: end)
          if PQconsumeInput(handle) == 0 { throw cut() }
        }
        guard let result = PQgetResult(handle) else { break }
        let rows = Rows(result)
        // Until a copy ends, which no statement begins, libpq returns the same result again.
        if rows.isCopy { throw .database(.copying) }
        // A server may send results without an end, all of which have arrived already.
        guard monotonicMilliseconds() < end else { throw .database(.silent) }
        if isInterrupted() { throw .database(.interrupted) }
        if let other = rows.fault { fault = fault ?? other } else { found = rows }
      }
      if PQstatus(handle) == CONNECTION_BAD {
        guard case .failed(let state, _)? = fault, !state.isEmpty else { throw cut() }
      }
      if let fault { throw .database(fault) }
      guard let found else { throw cut() }
      return found
    }

    /// Waits for a number of milliseconds; throws if the server closes the connection.
    func rest(_ milliseconds: Int) throws(LabError) {
      var waiting = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(milliseconds)) > 0 else { return }
      if PQconsumeInput(handle) == 0 { throw cut() }
    }

    /// Waits until the socket is ready.
    ///
    /// - Throws: `silent` after the deadline, `interrupted` for Ctrl-C.
    private func wait(for events: Int32, until end: Int) throws(LabError) {
      while true {
        if isInterrupted() { throw .database(.interrupted) }
        let rest = end - monotonicMilliseconds()
        guard rest > 0 else { throw .database(.silent) }
        var waiting = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        if poll(&waiting, 1, Int32(min(rest, Self.slice))) > 0 { return }
      }
    }

    /// Returns the error for a closed connection.
    private func cut() -> LabError {
      .database(.cut(String(cString: chimp_postgresql_text(PQerrorMessage(handle)))))
    }

    /// Returns the SCRAM verifier of a password, which the server stores instead of the password.
    func verifier(of password: String, for user: String) throws(LabError) -> String {
      var text = [CChar](repeating: 0, count: 1_024)
      guard chimp_postgresql_encrypt(handle, password, user, &text, text.count) != 0 else {
        throw cut()
      }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// The rows that a statement returned.
  final class Rows {
    private let result: OpaquePointer

    fileprivate init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// The number of rows.
    var count: Int { Int(PQntuples(result)) }
    /// The number of rows that a statement has inserted, changed or deleted.
    var changedCount: Int { Int(String(cString: chimp_postgresql_text(PQcmdTuples(result)))) ?? 0 }

    func isNull(_ row: Int, _ column: Int) -> Bool {
      PQgetisnull(result, Int32(row), Int32(column)) == 1
    }

    /// Returns the bytes of a value; empty for null.
    func bytes(_ row: Int, _ column: Int) -> [UInt8] {
      let count = Int(PQgetlength(result, Int32(row), Int32(column)))
      var bytes = [UInt8](repeating: 0, count: count)
      if count > 0 { chimp_postgresql_copy(result, Int32(row), Int32(column), &bytes) }
      return bytes
    }

    /// Returns a value as text; empty for null.
    func text(_ row: Int, _ column: Int) -> String {
      String(decoding: bytes(row, column), as: UTF8.self)
    }

    /// Returns a value as a number.
    func integer(_ row: Int, _ column: Int) -> Int {
      let bytes = bytes(row, column)
      let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
      return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int($1) }
    }

    /// `true` if the server copies rows to or from the program.
    fileprivate var isCopy: Bool {
      [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(PQresultStatus(result))
    }

    /// The error of the statement; `nil` if it succeeded.
    fileprivate var fault: DatabaseFailure? {
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return nil
      default:
        let state = String(cString: chimp_postgresql_text(chimp_postgresql_state(result)))
        let words = String(cString: chimp_postgresql_text(chimp_postgresql_words(result)))
        return .failed(
          state: state,
          words.isEmpty
            ? String(cString: chimp_postgresql_text(PQresultErrorMessage(result))) : words)
      }
    }
  }

  /// The address of a database, without a password.
  struct DatabaseAddress: Equatable {
    let text: String

    /// Checks an address without connecting.
    ///
    /// - Throws: `badAddress` with libpq's reason, or `passwordInAddress`: every user of the
    ///   machine could read it in the list of processes.
    init(_ text: String) throws(LabError) {
      guard text.contains("://") || text.contains("=") else { throw .database(.badAddress("")) }
      var reason = [CChar](repeating: 0, count: 256)
      switch chimp_postgresql_check(text, &reason, reason.count) {
      case 0: break
      case 1: throw .database(.passwordInAddress)
      default:
        let words = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw .database(.badAddress(String(decoding: words, as: UTF8.self)))
      }
      self.text = text
    }
  }
#endif
