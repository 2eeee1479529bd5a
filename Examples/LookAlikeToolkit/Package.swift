// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "LookAlikeToolkit",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "LookAlikeToolkit", targets: ["LookAlikeToolkit"]),
    .library(name: "LookAlikeRestoration", targets: ["LookAlikeRestoration"]),
  ],
  dependencies: [.package(name: "Restoration", path: "../..")],
  targets: [
    .target(name: "LookAlikeToolkit"),
    .target(
      name: "LookAlikeRestoration",
      dependencies: [
        "LookAlikeToolkit",
        .product(name: "RestorationCore", package: "Restoration"),
        .product(name: "TabContainer", package: "Restoration"),
        .product(name: "NavContainer", package: "Restoration"),
        .product(name: "DrawerContainer", package: "Restoration"),
        .product(name: "SplitContainer", package: "Restoration"),
      ]
    ),
    .testTarget(
      name: "LookAlikeTests",
      dependencies: [
        "LookAlikeToolkit",
        "LookAlikeRestoration",
        .product(name: "RestorationCore", package: "Restoration"),
        .product(name: "TabContainer", package: "Restoration"),
        .product(name: "NavContainer", package: "Restoration"),
        .product(name: "DrawerContainer", package: "Restoration"),
        .product(name: "SplitContainer", package: "Restoration"),
        .product(name: "RestorationTestSupport", package: "Restoration"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
