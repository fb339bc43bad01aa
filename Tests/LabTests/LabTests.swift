import Testing
struct LabTests { @Test func `nothing`() {} }
