import ObservingDriver

/// Reads operations of the corpus on standard input and prints their transcript.
@main
struct ObservingDriverProgram {
  static func main() {
    let output = OutputBuffer()
    let driver = Driver { output.write($0) }
    while let operation = readLine() {
      driver.run(operation)
    }
    output.flush()
  }
}
