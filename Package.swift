// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Settings for the program and the targets that only the program uses. SwiftPM allows a package's
// products to have unsafe flags only if no other package depends on them.
//
// The frontend flag creates metadata of generic types with function calls; without it, the program
// looks up their names at each start. Measured alone over 200 to 300 runs: `status` takes 2.9 ms with
// it and 3.6 ms without, `start` 2.3 and 2.7 ms, `summary` 2.4 and 2.8 ms.
//
// With sections for functions, the linker can place the functions of a start close together: `status`
// takes 438 page faults with them and 485 without.
let programSettings =
  settings + [
    .unsafeFlags(
      [
        "-static-stdlib", "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
        "-Xfrontend", "-function-sections",
      ],
      .when(configuration: .release)
    )
  ]

// The release is a static executable: it has no libraries to load and relocate at each start.
let programLinkerSettings: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-executable", "-use-ld=lld",
      // Puts the code that common commands execute close together, which causes fewer page faults:
      // `minuta status` takes 2.2 ms with it and 2.8 ms without. The file is written by
      // `Tests/Benchmarks/instructions --write`. Names that no longer exist are ignored.
      "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Sources/minuta/startup.order",
      "-Xlinker", "--no-warn-symbol-ordering",
    ],
    .when(configuration: .release)
  )
]

// The targets are listed so that each comes after its dependencies and before its own tests.
let package = Package(
  name: "minuta",
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
      dependencies: ["Contracts", "IntentKit", "JSONText", "MinutaTestSupport"],
      swiftSettings: settings
    ),

    .target(
      name: "IntentRPC",
      dependencies: ["IntentKit", "JSONText", "MinutaLog", "SystemCalls"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "IntentRPCTests",
      dependencies: [
        "Contracts", "IntentKit", "IntentRPC", "JSONText", "MinutaTestSupport", "RPCVectors",
      ],
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
      dependencies: ["Contracts", "MinutaCore", "MinutaTestSupport"],
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
      dependencies: [
        "Contracts", "JSONText", "MinutaCore", "MinutaStore", "MinutaTestSupport", "SystemCalls",
      ],
      swiftSettings: settings
    ),

    .target(
      name: "MinutaSync",
      dependencies: ["IntentKit", "JSONText", "MinutaCore", "MinutaStore", "SystemCalls"],
      swiftSettings: programSettings
    ),

    .target(
      name: "MinutaExport",
      dependencies: ["JSONText", "MinutaCore", "SystemCalls"],
      resources: [
        .embedInCode("Exporters/Profiles"), .embedInCode("Reports/HTML/Resources"),
        .embedInCode("Reports/Words"),
      ],
      swiftSettings: programSettings
    ),
    .testTarget(
      name: "MinutaExportTests",
      dependencies: ["JSONText", "MinutaCore", "MinutaExport", "MinutaTestSupport", "SystemCalls"],
      exclude: ["Fixtures", "Programs/browser.py"],
      swiftSettings: settings
    ),

    // `Definitions` is a symbolic link to the folder `Intents`, because resources must be inside the
    // target's folder.
    .target(
      name: "MinutaIntents",
      dependencies: ["IntentKit", "JSONText", "MinutaCore", "MinutaExport"],
      exclude: ["Definitions/README.md"],
      resources: [.embedInCode("Definitions")],
      swiftSettings: programSettings
    ),
    .testTarget(
      name: "MinutaIntentsTests",
      dependencies: [
        "Contracts", "IntentKit", "IntentRPC", "JSONText", "MinutaCore", "MinutaDesktop",
        "MinutaExport", "MinutaIntents", "MinutaStore", "MinutaSync", "MinutaTestSupport",
        "SystemCalls", "minuta",
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
      dependencies: ["IntentKit", "JSONText", "MinutaDesktop", "MinutaTestSupport", "SystemCalls"],
      swiftSettings: settings
    ),

    // `Editors` and `Install/Examples` have symbolic links to the folder `Examples`.
    .executableTarget(
      name: "minuta",
      dependencies: [
        "IntentKit", "IntentRPC", "JSONText", "MinutaCore", "MinutaDesktop", "MinutaExport",
        "MinutaIntents", "MinutaLog", "MinutaStore", "MinutaSync", "SystemCalls",
      ],
      exclude: ["startup.order", "Editors/mcp"],
      resources: [
        .embedInCode("Manual"), .embedInCode("Editors/emacs"), .embedInCode("Editors/nvim"),
        .embedInCode("Install/minuta.svg"), .embedInCode("Keys/keymap.json"),
        .embedInCode("Install/Examples/import-converters"),
        .embedInCode("Install/Examples/import-profiles"),
        .embedInCode("Install/Examples/workflows"),
        .embedInCode("Install/Examples/timewarrior-data.jq"),
      ],
      swiftSettings: programSettings,
      linkerSettings: programLinkerSettings
    ),
    .testTarget(
      name: "minutaTests",
      dependencies: [
        "Contracts", "IntentKit", "IntentRPC", "JSONText", "MinutaCore", "MinutaIntents",
        "MinutaLog", "MinutaStore", "MinutaSync", "MinutaTestSupport", "SystemCalls", "minuta",
      ],
      exclude: ["Clients", "Editors", "Manual/week.jsonl", "Plugins/hostile.py"],
      swiftSettings: settings
    ),

    // The example plugins; each one is a program of its own. They use only what the libraries make
    // public, as a package of their own would; `Tests/Programs/consumer` builds one.
    .target(name: "PluginFiles", path: "Examples/Plugins/Files", swiftSettings: settings),
    .executableTarget(
      name: "Habits",
      dependencies: ["IntentKit", "IntentRPC", "JSONText", "PluginFiles"],
      path: "Examples/Plugins/Habits",
      resources: [.embedInCode("Intents")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "HabitsTests",
      dependencies: [
        "Contracts", "Habits", "IntentKit", "JSONText", "MinutaTestSupport", "SystemCalls",
      ],
      exclude: ["server.py"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Messages",
      dependencies: ["IntentKit", "IntentRPC", "JSONText", "PluginFiles"],
      path: "Examples/Plugins/Messages",
      resources: [.embedInCode("Intents")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MessagesTests",
      dependencies: [
        "Contracts", "IntentKit", "JSONText", "Messages", "MinutaTestSupport", "SystemCalls",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Pomodoro",
      dependencies: ["IntentKit", "IntentRPC", "JSONText"],
      path: "Examples/Plugins/Pomodoro",
      swiftSettings: settings
    ),

    // The rules that all stores, providers and connections keep, as tests.
    .target(
      name: "Contracts",
      dependencies: ["IntentKit", "JSONText", "MinutaCore", "MinutaTestSupport"],
      path: "Tests/Contracts",
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
