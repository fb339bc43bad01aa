import ObservingDriver
import Testing

/// Runs operations in a new driver and returns the transcript.
private func check(_ operations: String) -> [String] {
  var lines: [String] = []
  let driver = Driver { lines.append($0) }
  for operation in operations.split(separator: "\n") { driver.run(String(operation)) }
  return lines
}

@Test(arguments: [
  "", "nonsense", "object", "object m", "object a b", "destroy x", "observe o m label",
  "observe o m nothing new", "observe o m label newer", "observe o m label.label new",
  "observe o x label new", "observe o m child. new", "observe o m . new", "unobserve o", "drop o",
  "on", "on o 1", "on o x { get m label }", "on o 0 { get m label }", "on o 1 { { }",
  "on o 1 get m label", "init m", "init m full A", "init m age x", "init m child @x",
  "init m child A", "init m label [A]", "init m list A", "init m list [@x]", "init m list [nil]",
  "set m", "set m age 1.5", "set m full A", "set x label A", "get m", "get m nothing",
  "append m list", "append m label A", "append m list [A]", "append m list nil",
  "append p * A", "insert m list x A", "insert m list 1 A", "insert m list -1 A",
  "remove m list 0", "remove m list 99999999999999999999", "removelast m list",
  "replace m list 0 A", "insertmany m list 0,x A,B", "insertmany m list 0,1 A",
  "insertmany m list 0,0 A,B", "insertmany m list 1,2 A,B", "removemany m list 0",
  "removemany m list ,", "replacemany m list 0 A", "proxy p m label", "proxy p x list",
  "proxy p m child.list", "raw", "raw append m list", "raw insert m list 1 A",
  "raw remove m list 0", "raw replace m list 0 A", "raw removelast m list", "raw set m full A",
  "raw sett m list A", "will m", "will m nothing", "did x label", "willlist m list insertion",
  "willlist m label insertion 0", "willlist m list growth 0", "willlist m list removal 0",
  "\u{0}", "é\u{301} ✗", "on o 1 { get m label",
])
func `An operation that can't be done prints an error and changes nothing`(operation: String) {
  let before = "object m\nobserve observer m label new\n"
  let after = "\nset m label A\nget m list"
  let lines = check(before + operation + after)
  let expected = [
    "> object m", "> observe observer m label new", "> \(operation)", "! error", "> set m label A",
    "observer m.label setting indexes=- new=A old=- prior=0", "> get m list", "= m.list []",
  ]
  #expect(
    lines == (operation.isEmpty ? expected.filter { $0 != "> " && $0 != "! error" } : expected))
}

@Test func `A value that is set over a nil link is ignored`() {
  #expect(
    check("object m\nset m child.label A\nappend m child.list B\nget m child.label") == [
      "> object m", "> set m child.label A", "> append m child.list B", "> get m child.label",
      "= m.child.label nil",
    ])
}

@Test func `A name in use is refused, and its observation continues`() {
  #expect(
    check("object m\nobserve o m label new\nobserve o m age new\nset m age 1\nset m label A") == [
      "> object m", "> observe o m label new", "> observe o m age new", "! error", "> set m age 1",
      "> set m label A", "o m.label setting indexes=- new=A old=- prior=0",
    ])
}

@Test func `A name can be used again after its object is gone`() {
  #expect(
    check(
      "object m\nobserve o m label new\ndestroy m\nobject m\nobserve o m label new\nset m label A"
        + "\nunobserve o\nunobserve o"
    ) == [
      "> object m", "> observe o m label new", "> destroy m", "> object m",
      "> observe o m label new", "> set m label A",
      "o m.label setting indexes=- new=A old=- prior=0", "> unobserve o", "> unobserve o",
      "! error",
    ])
}

@Test func `Operations that call each other endlessly are stopped`() {
  let calls = (1...400).map { "on o \($0) { set m age \($0) }" }
  let lines = check(
    "object m\nobserve o m age none\n"
      + (calls + ["set m age 0", "get m age"])
      .joined(separator: "\n"))
  #expect(lines.filter { $0.hasSuffix("! error") }.count == 1)
  #expect(lines.last == "= m.age 200")
}

@Test func `A long chain of objects can be released`() {
  let count = 20_000
  var lines = 0
  let driver = Driver { _ in lines += 1 }
  for number in 0..<count {
    driver.run("object o\(number)")
    if number > 0 { driver.run("init o\(number) child @o\(number - 1)") }
    if number > 0 { driver.run("destroy o\(number - 1)") }
  }
  driver.run("destroy o\(count - 1)")
  #expect(lines == 3 * count - 1)
}
