// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
  .unsafeFlags(
    ["-enforce-exclusivity=unchecked", "-cross-module-optimization"],
    .when(configuration: .release)),
]

let package = Package(
  name: "chimp",
  targets: [
    .target(name: "Examiner", swiftSettings: strict),
    .testTarget(name: "ExaminerTests", dependencies: ["Examiner"], swiftSettings: strict),
    .target(name: "Shell", swiftSettings: strict),
    .testTarget(name: "ShellTests", dependencies: ["Shell"], swiftSettings: strict),
    .target(name: "Transcripts", swiftSettings: strict),
    .target(
      name: "TranscriptDouble", dependencies: ["Transcripts"], path: "Tests/TranscriptDouble",
      swiftSettings: strict),
    .executableTarget(
      name: "transcript-double", dependencies: ["TranscriptDouble", "Transcripts"],
      path: "Tests/TranscriptDoubleProgram", swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-executable"], .when(configuration: .release))
      ]),
    .testTarget(
      name: "TranscriptsTests", dependencies: ["Transcripts", "TranscriptDouble"],
      swiftSettings: strict),
    .target(name: "ChimpApplication", dependencies: ["Examiner", "Shell"], swiftSettings: strict),
    .executableTarget(
      name: "chimp", dependencies: ["ChimpApplication", "Shell"], swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-static-executable"], .when(configuration: .release))
      ]),
  ]
)
