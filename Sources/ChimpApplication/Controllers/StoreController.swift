import Records
package import Shell

/// What the commands about the store as a whole ask for.
package enum StoreAction: Action, Equatable {
  case recover(to: String)
}

/// Does to the store as a whole what the commands ask for.
package final class StoreController {
  private let delegate: ApplicationDelegate
  private let output: OutputWriter

  /// Makes a controller that says on the output what it has done.
  package init(_ delegate: ApplicationDelegate, output: OutputWriter) {
    self.delegate = delegate
    self.output = output
  }

  /// Does what a command asks for.
  package func perform(_ action: StoreAction) {
    switch action {
    case .recover(let path): recover(to: path)
    }
  }

  private func recover(to path: String) {
    guard !delegate.surroundings.isRestricted else {
      return output.refuse("\(ConsoleFault.restricted("recover"))")
    }
    guard delegate.surroundings.path != nil else {
      return output.refuse("the records are not in a file")
    }
    do throws(StoreError) {
      let count = try delegate.open().recover(to: path, schema: StoreLayout.schema)
      output.write("recovered ")
      output.write(count)
      output.write(text: " rows to \"\(escaped(path))\"\n")
    } catch {
      output.refuse("\(error)")
    }
  }

  /// The commands about the store as a whole.
  package static var commands: [Command] {
    [
      Command(
        "recover", "write what is left of a damaged store to a new file",
        CommandForm([Parameter("FILE", .file)]) { invocation in
          .message(.action(StoreAction.recover(to: invocation.text(0))))
        },
        examples: ["recover rest.sqlite"])
    ]
  }
}
