// swift-tools-version: 6.2

import PackageDescription

/// Targets with names that a package of the user may have.
let own = ["CSQLite", "CSystem", "Characters", "System"]

let package = Package(
  name: "outsider",
  dependencies: [.package(name: "chimp", path: "../../..")],
  targets: own.map { .target(name: $0, path: ".", sources: ["\($0).swift"]) } + [
    .executableTarget(
      name: "outsider",
      dependencies: own.map { .byName(name: $0) } + [
        .product(name: "Observing", package: "chimp")
      ],
      path: ".",
      sources: [
        "Apple.swift", "ArticleExamples.swift", "CommentExamples.swift", "Examples.swift",
        "Model.swift", "main.swift",
      ])
  ]
)
