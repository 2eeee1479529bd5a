// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Restoration", path: "..")],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]
    ),
    .systemLibrary(name: "CBenchmarks"),
    .executableTarget(
      name: "restoration-benchmarks",
      dependencies: [
        "CBenchmarks", "CSQLite",
        .product(name: "RestorationCore", package: "Restoration"),
        .product(name: "RestorationStore", package: "Restoration"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
