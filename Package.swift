// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Settings for targets that no other package can depend on, because they have unsafe flags.
//
// `-disable-concrete-type-metadata-mangled-name-accessors` makes the program create generic type
// metadata with function calls. By default, it looks up mangled names at each start, which takes a
// third of all instructions of a command. `-function-sections` gives each function its own section,
// so that the linker can order the functions.
let programSettings =
  settings + [
    .unsafeFlags(
      [
        "-static-stdlib", "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
        "-Xfrontend", "-function-sections",
      ],
      .when(platforms: [.linux], configuration: .release)
    )
  ]

// Linker flags for a fast start.
//
// A static executable at a fixed address has no libraries to load or relocate. `--eh-frame-hdr`
// sorts its unwind tables at build time, and the two `--defsym` options prevent a second sort (35
// ms) when a thread ends. The symbol order keeps the code of common commands together, which causes
// fewer page faults; `Tests/Benchmarks/instructions --write` writes its file.
let startsAtOnce = [
  "-static-executable", "-use-ld=lld", "-Xlinker", "--eh-frame-hdr",
  "-Xlinker", "--defsym=__register_frame_info=0", "-Xlinker", "--defsym=__deregister_frame_info=0",
  "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Sources/minuta/startup.order",
  "-Xlinker", "--no-warn-symbol-ordering",
]

// The targets are listed so that each comes after its dependencies and before its own tests.
let package = Package(
  name: "minuta",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "minuta", targets: ["minuta"]),
    .library(name: "IntentKit", targets: ["IntentKit", "JSONText"]),
    .library(name: "IntentRPC", targets: ["IntentRPC"]),
  ],
  targets: [
    .systemLibrary(name: "CSystem"),

    .target(name: "SystemCalls", dependencies: ["CSystem"], swiftSettings: settings),
    .testTarget(
      name: "SystemCallsTests",
      dependencies: ["SystemCalls", "MinutaTestSupport"],
      swiftSettings: settings
    ),

    .target(name: "MinutaLog", swiftSettings: settings),
    .testTarget(name: "MinutaLogTests", dependencies: ["MinutaLog"], swiftSettings: settings),

    .target(name: "JSONText", swiftSettings: settings),
    .testTarget(
      name: "JSONTextTests",
      dependencies: ["JSONText", "MinutaTestSupport"],
      exclude: ["oracle.py"],
      swiftSettings: settings
    ),
    // A benchmark that compares the speed of JSONText with Foundation's coders.
    .executableTarget(
      name: "JSONTextBenchmark",
      dependencies: ["JSONText"],
      path: "Tests/Benchmarks/JSONText",
      swiftSettings: settings
    ),

    .target(
      name: "IntentKit",
      dependencies: ["JSONText", "MinutaLog"],
      resources: [.embedInCode("Schemas")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "IntentKitTests",
      dependencies: ["IntentKit", "JSONText", "MinutaTestSupport"],
      swiftSettings: settings
    ),

    .target(
      name: "IntentRPC",
      dependencies: ["IntentKit", "JSONText", "MinutaLog", "SystemCalls"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "IntentRPCTests",
      dependencies: ["IntentKit", "IntentRPC", "JSONText", "MinutaTestSupport", "RPCVectors"],
      swiftSettings: settings
    ),
    // A JSON-RPC server with the methods of the specification's examples, for the tests.
    .executableTarget(
      name: "RPCVectors",
      dependencies: ["IntentKit", "IntentRPC", "JSONText", "SystemCalls"],
      path: "Tests/RPCVectors",
      swiftSettings: settings
    ),

    .target(name: "MinutaCore", dependencies: ["MinutaLog"], swiftSettings: programSettings),
    .testTarget(
      name: "MinutaCoreTests",
      dependencies: ["MinutaCore", "MinutaTestSupport"],
      exclude: ["oracle.py"],
      swiftSettings: settings
    ),

    .target(
      name: "MinutaStore",
      dependencies: ["JSONText", "MinutaCore", "MinutaLog", "SystemCalls"],
      exclude: ["FORMAT.md"],
      swiftSettings: programSettings
    ),
    .testTarget(
      name: "MinutaStoreTests",
      dependencies: ["JSONText", "MinutaCore", "MinutaStore", "MinutaTestSupport", "SystemCalls"],
      swiftSettings: settings
    ),

    // The path is the root of the package, because resources must be inside it: the definitions in
    // `Intents` are embedded in the code.
    .target(
      name: "MinutaIntents",
      dependencies: ["IntentKit", "JSONText", "MinutaCore"],
      path: ".",
      exclude: ["Examples", "Intents/README.md", "README.md", "Tests"]
        + [
          "CSystem", "IntentKit", "IntentRPC", "JSONText", "MinutaCore", "MinutaDesktop",
          "MinutaLog", "MinutaStore", "README.md", "SystemCalls", "minuta",
        ].map { "Sources/\($0)" },
      sources: ["Sources/MinutaIntents"],
      resources: [.embedInCode("Intents")],
      swiftSettings: programSettings
    ),
    .testTarget(
      name: "MinutaIntentsTests",
      dependencies: [
        "IntentKit", "IntentRPC", "JSONText", "MinutaCore", "MinutaDesktop", "MinutaIntents",
        "MinutaStore", "MinutaTestSupport", "SystemCalls", "minuta",
      ],
      swiftSettings: settings
    ),

    .target(
      name: "MinutaDesktop",
      dependencies: ["IntentKit", "JSONText", "MinutaCore", "SystemCalls"],
      swiftSettings: programSettings
    ),
    .testTarget(
      name: "MinutaDesktopTests",
      dependencies: ["IntentKit", "JSONText", "MinutaDesktop", "MinutaTestSupport"],
      swiftSettings: settings
    ),

    .executableTarget(
      name: "minuta",
      dependencies: [
        "IntentKit", "IntentRPC", "JSONText", "MinutaCore", "MinutaDesktop", "MinutaIntents",
        "MinutaLog", "MinutaStore", "SystemCalls",
      ],
      exclude: ["startup.order"],
      resources: [.embedInCode("Manual")],
      swiftSettings: programSettings,
      linkerSettings: [
        .unsafeFlags(startsAtOnce, .when(platforms: [.linux], configuration: .release))
      ]
    ),
    .testTarget(
      name: "minutaTests",
      dependencies: [
        "IntentKit", "IntentRPC", "JSONText", "MinutaCore", "MinutaIntents", "MinutaStore",
        "MinutaTestSupport", "SystemCalls", "minuta",
      ],
      exclude: ["Clients", "Editors", "Manual/week.jsonl", "Plugins/hostile.py"],
      swiftSettings: settings
    ),

    // The example plugins; each one is a program of its own.
    .executableTarget(
      name: "Habits",
      dependencies: ["IntentKit", "IntentRPC", "JSONText", "SystemCalls"],
      path: "Examples/Plugins/Habits",
      resources: [.embedInCode("Intents")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "HabitsTests",
      dependencies: ["Habits", "IntentKit", "JSONText", "MinutaTestSupport", "SystemCalls"],
      exclude: ["server.py"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Messages",
      dependencies: ["IntentKit", "IntentRPC", "JSONText", "SystemCalls"],
      path: "Examples/Plugins/Messages",
      resources: [.embedInCode("Intents")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MessagesTests",
      dependencies: ["IntentKit", "JSONText", "Messages", "MinutaTestSupport", "SystemCalls"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Pomodoro",
      dependencies: ["IntentKit", "IntentRPC", "JSONText"],
      path: "Examples/Plugins/Pomodoro",
      swiftSettings: settings
    ),

    .target(
      name: "MinutaTestSupport",
      dependencies: ["CSystem", "JSONText", "SystemCalls"],
      path: "Tests/MinutaTestSupport",
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
