import Glibc
import TestSupport

/// Measures commands through a pipe: the time for each, all lines being available at once.
func pipedCommand(_ workshop: Workshop) -> [Table] {
  let count = 200_000
  let input = workshop.file("commands", workshop.games(lineCount: count))
  var contenders = [
    Contender(name: "C, redraws", words: [workshop.game], input: input),
    Contender(name: "chimp", words: [workshop.chimp], input: input),
  ]
  let peers = [
    (words: ["sqlite3"], request: "select 1;", note: "one row, no board"),
    (words: ["bc", "-q"], request: "1+1", note: "one number, no board"),
    (words: ["stockfish"], request: "d", note: "a board"),
    (words: ["gnugo", "--mode", "gtp"], request: "showboard", note: "a board"),
  ]
  for peer in peers where workshop.path(of: peer.words[0]) != nil {
    let lines = String(repeating: peer.request + "\n", count: count)
    contenders.append(
      Contender(
        name: peer.words[0], words: peer.words, input: workshop.file(peer.words[0], lines),
        note: peer.note, interval: 7))
  }
  return [
    Table(
      title: "piped command, 8x5 with 9 numerals, a board each", unit: "us",
      limits: [.init(other: "C, redraws", most: 8)],
      lines: interleaved(contenders, rounds: 35) { contender in
        duration(contender.words, input: contender.input).map { $0 / Double(count) }
      })
  ]
}

/// Measures the time from start to exit with an empty input.
func startAndEnd(_ workshop: Workshop) -> [Table] {
  let contenders = [
    Contender(name: "C", words: [workshop.game]),
    Contender(name: "chimp", words: [workshop.chimp]),
    Contender(name: "sqlite3", words: ["sqlite3"]),
  ]
  return [
    Table(
      title: "start and end on empty input", unit: "us", limits: [.init(other: "sqlite3", most: 2)],
      lines: interleaved(contenders, rounds: 60) { duration($0.words) })
  ]
}

/// Measures the time from start to the first prompt on a terminal, for a user who has a store.
func firstPrompt(_ workshop: Workshop) -> [Table] {
  let words = [workshop.chimp, "--no-config", "--store", workshop.folder + "/prompt-store"]
  _ = duration(words + ["-c", "start 3 3 3", "-c", "1 1"])
  let peer = workshop.path(of: "sqlite3") ?? ""
  let contenders = [
    Contender(name: "chimp", words: words, note: "prompt chimp> "),
    Contender(name: "sqlite3", words: [peer], note: "prompt sqlite> "),
  ]
  return [
    Table(
      title: "first prompt on a terminal", unit: "us", limits: [.init(other: "sqlite3", most: 1.5)],
      lines: interleaved(contenders, rounds: 40) { contender in
        let start = now()
        let session = TerminalSession(contender.words, home: workshop.folder)
        let hasPrompt = session?.read(until: String(contender.note.dropFirst(7))) == true
        return hasPrompt ? now() - start : nil
      })
  ]
}

/// Measures the peak resident memory after few and after many commands through a pipe.
///
/// Most of it are pages of the executable. The system maps as many of them as its cache holds in
/// one piece, so a program has more of them after it was copied than after it was linked; the
/// memory that it allocates itself is the same.
func memory(_ workshop: Workshop) -> [Table] {
  let text = workshop.games(lineCount: 200_000)
  let runs = [
    (name: "copied, no command", program: workshop.chimp, times: 0),
    (name: "no command", program: programPath, times: 0),
    (name: "200,000 commands", program: programPath, times: 1),
    (name: "chimp", program: programPath, times: 20),
  ]
  let lines = runs.map { name, program, times in
    var sample = Sample()
    if let size = peakMemory([program], reading: text, times: times) { sample.add(size) }
    return Table.Line(name: name, sample: sample)
  }
  return [
    Table(
      title: "memory, 4,000,000 piped commands", unit: "MiB",
      limits: [.init(most: 12), .init(other: "200,000 commands", most: 1.05)], lines: lines)
  ]
}
