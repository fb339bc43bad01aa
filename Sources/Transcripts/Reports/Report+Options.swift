extension ToolOptions {
  /// A kind of report, and the file it goes to; nil for the output.
  struct ReportChoice: Equatable {
    let kind: ReportKind
    let path: String?
  }

  enum ReportKind: String {
    case human
    case tap
    case junit
    case jsonl
  }
}

extension Report {
  /// Makes the reports that the options ask for.
  convenience init(
    _ choices: [ToolOptions.ReportChoice], _ environment: TranscriptEnvironment
  ) throws(ToolFault) {
    guard !choices.isEmpty else {
      let format = HumanFormat(hasColor: environment.hasColor)
      self.init([Target(format, OutputReportSink(environment.output))])
      return
    }
    var targets: [Target] = []
    let paths = choices.compactMap(\.path).map(FileReportSink.target)
    for (index, path) in paths.enumerated() where paths[..<index].contains(path) {
      throw .reportsInOneFile(path: path)
    }
    for choice in choices {
      let format: any ReportFormat =
        switch choice.kind {
        case .human: HumanFormat(hasColor: environment.hasColor && choice.path == nil)
        case .tap: TestAnythingFormat()
        case .junit: JUnitFormat()
        case .jsonl: JSONLinesFormat()
        }
      if let path = choice.path {
        targets.append(Target(format, try FileReportSink(path)))
      } else {
        targets.append(Target(format, OutputReportSink(environment.output)))
      }
    }
    self.init(targets)
  }

  /// Tells in each report that can be made why there is nothing to tell.
  static func abandon(
    _ choices: [ToolOptions.ReportChoice], _ environment: TranscriptEnvironment, _ fault: ToolFault
  ) {
    var targets: Set<String?> = []
    for choice in choices
    where targets.insert(choice.path.map(FileReportSink.target)).inserted {
      do throws(ToolFault) { try Report([choice], environment).abandon(fault) } catch {
        if error != fault { environment.tell(error) }
      }
    }
  }
}
