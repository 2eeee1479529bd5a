// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Feeder",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Restoration", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]
    ),
    .target(name: "FeedImport"),
    .target(name: "FeedLibrary", dependencies: ["CSQLite", "FeedImport"]),
    .target(
      name: "FeederApp",
      dependencies: [
        "FeedImport", "FeedLibrary",
        .product(name: "RestorationCore", package: "Restoration"),
        .product(name: "TabContainer", package: "Restoration"),
        .product(name: "NavContainer", package: "Restoration"),
        .product(name: "DrawerContainer", package: "Restoration"),
        .product(name: "SplitContainer", package: "Restoration"),
        .product(name: "RestorationStore", package: "Restoration"),
      ]
    ),
    .executableTarget(name: "feeder", dependencies: ["FeederApp"]),
    .testTarget(
      name: "FeederAppTests",
      dependencies: [
        "FeederApp", "feeder", "FeedImport", "FeedLibrary",
        .product(name: "RestorationCore", package: "Restoration"),
        .product(name: "SplitContainer", package: "Restoration"),
        .product(name: "TabContainer", package: "Restoration"),
        .product(name: "NavContainer", package: "Restoration"),
        .product(name: "DrawerContainer", package: "Restoration"),
      ],
      resources: [.copy("Goldens")]
    ),
    .testTarget(name: "FeedImportTests", dependencies: ["FeedImport"]),
    .testTarget(name: "FeedLibraryTests", dependencies: ["FeedLibrary", "FeedImport", "CSQLite"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
