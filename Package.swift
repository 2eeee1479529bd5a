// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Restoration",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "RestorationCore", targets: ["RestorationCore"]),
    .library(name: "TabContainer", targets: ["TabContainer"]),
    .library(name: "NavContainer", targets: ["NavContainer"]),
    .library(name: "DrawerContainer", targets: ["DrawerContainer"]),
    .library(name: "SplitContainer", targets: ["SplitContainer"]),
    .library(name: "RestorationStore", targets: ["RestorationStore"]),
    .library(name: "RestorationTestSupport", targets: ["RestorationTestSupport"]),
  ],
  targets: [
    .target(name: "CRC32CInstruction", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "ReferenceCount", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "RestorationCore", dependencies: ["CRC32CInstruction", "ReferenceCount"]),
    .target(name: "TabContainer", dependencies: ["RestorationCore"]),
    .target(name: "NavContainer", dependencies: ["RestorationCore"]),
    .target(name: "DrawerContainer", dependencies: ["RestorationCore"]),
    .target(name: "SplitContainer", dependencies: ["RestorationCore"]),
    .target(name: "LinkCount", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "RestorationStore", dependencies: ["LinkCount", "RestorationCore"]),
    .target(name: "RestorationTestSupport", dependencies: ["RestorationCore"]),
    .executableTarget(
      name: "torture",
      dependencies: [
        "RestorationCore", "RestorationStore", "RestorationTestSupport", "NavContainer",
        "TabContainer", "DrawerContainer",
      ],
      path: "Proof/Torture"
    ),
    .target(
      name: "FuzzTargets",
      dependencies: ["RestorationCore", "RestorationStore"],
      path: "Proof/FuzzTargets"
    ),
    .testTarget(
      name: "RestorationCoreTests",
      dependencies: ["RestorationCore", "RestorationTestSupport"],
      resources: [.copy("Resources/cbor-appendix-a.json")]
    ),
    .testTarget(
      name: "FuzzCorpusTests",
      dependencies: ["FuzzTargets"],
      resources: [.copy("Corpus")]
    ),
    .testTarget(
      name: "TabContainerTests",
      dependencies: ["TabContainer", "RestorationCore", "RestorationTestSupport"]
    ),
    .testTarget(
      name: "NavContainerTests",
      dependencies: ["NavContainer", "RestorationCore", "RestorationTestSupport"]
    ),
    .testTarget(
      name: "DrawerContainerTests",
      dependencies: ["DrawerContainer", "RestorationCore", "RestorationTestSupport"]
    ),
    .testTarget(
      name: "SplitContainerTests",
      dependencies: ["SplitContainer", "RestorationCore", "RestorationTestSupport"]
    ),
    .testTarget(
      name: "RestorationStoreTests",
      dependencies: ["RestorationCore", "RestorationStore"]
    ),
    .testTarget(
      name: "RestorationTestSupportTests",
      dependencies: [
        "RestorationCore", "RestorationTestSupport", "TabContainer", "NavContainer",
        "DrawerContainer", "SplitContainer",
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

let targetsInC = ["CRC32CInstruction", "LinkCount", "ReferenceCount"]

for target in package.targets where !targetsInC.contains(target.name) {
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
