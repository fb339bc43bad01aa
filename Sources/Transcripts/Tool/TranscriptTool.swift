/// The golden-file tool: `transcript VERB [OPTIONS] [FILE[:LINE] or FOLDER ...]`.
public final class TranscriptTool {
  private let sessions: any TranscriptSessionMaker
  private let environment: TranscriptEnvironment

  /// Makes a tool that drives these sessions.
  public init(sessions: any TranscriptSessionMaker, environment: TranscriptEnvironment) {
    self.sessions = sessions
    self.environment = environment
  }

  /// Does what the arguments ask for, verb first, and answers the exit status: 0 as expected, 1 a
  /// mismatch, 2 something that can't be used, 3 a crash or a timeout.
  public func run(arguments: [String]) -> Int32 {
    do throws(ToolFault) {
      let options = try ToolOptions(arguments)
      switch options.verb {
      case .check: return try check(options)
      }
    } catch {
      tell(error)
      return 2
    }
  }

  private func tell(_ fault: ToolFault) {
    let words = escapedForDisplay("\(fault)")
    environment.diagnostics(Array("\(environment.programName): \(words)\n".utf8))
  }

  private func check(_ options: ToolOptions) throws(ToolFault) -> Int32 {
    var status: Int32 = 0
    let report = HumanReport(hasColor: environment.hasColor, output: environment.output)
    for selection in try files(options) {
      do throws(ToolFault) {
        let plan = try TranscriptPlan(path: selection.path)
        let run = try run(plan, BlockSelection(line: selection.line))
        report.add(plan, run)
        status = max(status, run.exitStatus)
      } catch {
        tell(error)
        report.addUnusable()
        status = max(status, 2)
      }
    }
    report.finish()
    return status
  }

  private func files(_ options: ToolOptions) throws(ToolFault) -> [ToolOptions.Selection] {
    var files: [ToolOptions.Selection] = []
    for selection in options.selections {
      do throws(FileFault) {
        if try FolderListing.isFolder(selection.path) {
          files += try FolderListing.transcripts(below: selection.path).map { .init(path: $0) }
        } else {
          files.append(selection)
        }
      } catch {
        throw .cannotUse(path: selection.path, error)
      }
    }
    guard !files.isEmpty else { throw .nothingSelected }
    return files
  }

  private func run(
    _ plan: TranscriptPlan, _ selection: BlockSelection
  ) throws(ToolFault) -> TranscriptRun {
    do throws(TranscriptFault) {
      return try TranscriptRunner(sessions: sessions).run(plan, selection)
    } catch {
      throw .malformed(path: plan.path, error)
    }
  }
}

/// The text with everything escaped that could drive a terminal.
func escapedForDisplay(_ text: String) -> String {
  escapedForDisplay(Array(text.utf8)[...])
}

/// The bytes as text, with everything escaped that could drive a terminal.
func escapedForDisplay(_ bytes: ArraySlice<UInt8>) -> String {
  let isSafe = UnicodePieces(bytes).allSatisfy { piece in
    piece.scalar.map { !OutputEncoding.isControl($0) } ?? false
  }
  guard !isSafe else { return String(decoding: bytes, as: UTF8.self) }
  return String(decoding: OutputEncoding.escaped(OutputLine(bytes)), as: UTF8.self)
}
