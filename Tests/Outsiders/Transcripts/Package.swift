// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "outsider",
  dependencies: [.package(name: "chimp", path: "../../..")],
  targets: [
    .executableTarget(
      name: "outsider",
      dependencies: [.product(name: "Transcripts", package: "chimp")],
      path: ".", exclude: ["CounterStoryTests.swift", "story.txt"],
      sources: ["Counters.swift", "main.swift"]),
    .testTarget(
      name: "StoryTests", dependencies: ["outsider"], path: ".",
      exclude: ["Counters.swift", "main.swift", "story.txt"], sources: ["CounterStoryTests.swift"]),
  ]
)
