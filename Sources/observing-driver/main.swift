import ObservingDriver

let output = OutputBuffer()
let driver = Driver { output.write($0) }
while let operation = readLine() {
  driver.run(operation)
}
output.flush()
