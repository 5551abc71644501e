import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import SystemCalls

@testable import MinutaStore

/// Seeds for fuzzing the parsers of the data directory's files.
enum StoreFuzzSeeds {
  /// Returns a generator of slightly changed record files.
  ///
  /// - Parameter number: the seed of the random number generator.
  static func records(_ number: UInt64) -> ByteMutator {
    let seeds = recordTexts.map { Array($0.utf8) }
    return ByteMutator(seeds: seeds, pieces: pieces, number: number)
  }

  /// Returns a generator of slightly changed tag lists.
  ///
  /// - Parameter number: the seed of the random number generator.
  static func tags(_ number: UInt64) -> ByteMutator {
    let seeds = tagTexts.map { Array($0.utf8) }
    return ByteMutator(seeds: seeds, pieces: pieces, number: number)
  }

  /// Returns a generator of slightly changed journal entries without their checksums.
  ///
  /// - Parameter number: the seed of the random number generator.
  static func entries(_ number: UInt64) -> ByteMutator {
    let seeds = journalEntries.map { Array($0.line.dropFirst(17).dropLast()) }
    return ByteMutator(seeds: seeds, pieces: pieces, longest: 4000, number: number)
  }

  /// Returns a generator of slightly changed journal files, some with open entries.
  ///
  /// - Parameter number: the seed of the random number generator.
  static func journals(_ number: UInt64) -> ByteMutator {
    let lines = shortEntries.map(\.line)
    let seeds = lines.indices.flatMap { index -> [[UInt8]] in
      let closed = lines[...index].flatMap { $0 + [UInt8(ascii: "\n")] }
      return [closed, Array(closed.dropLast()), closed + Array(lines[index...].joined())]
    }
    let pieces = JSONFragments.with(["\n\n", "\n\n\n"]) + lines
    return ByteMutator(seeds: seeds, pieces: pieces, longest: 3000, number: number)
  }

  /// Returns a journal line with the given text and a valid checksum for it.
  static func line(_ text: [UInt8]) -> [UInt8] {
    Array(SHA256.hex(of: text).utf8.prefix(16)) + [UInt8(ascii: " ")] + text
  }

  /// One journal entry of each kind.
  private static let journalEntries: [JournalEntry] = {
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    let origin = ChangeOrigin(now: now, source: "file", intent: "LogTime")
    let step = BatchStep(index: 1, digest: "d2", run: "d1", isLast: true, failedCalls: [0])
    let path = "records/2026/11/2026-11-20_083000.json"
    let (before, after) = (recordTexts[0], recordTexts[1])
    return [
      JournalEntry(
        sequence: 1,
        origin: origin,
        undoes: [],
        idempotentResults: [],
        files: [FileChange(path: path, before: nil, after: before)],
        moves: []
      ),
      JournalEntry(
        sequence: 2,
        origin: ChangeOrigin(now: now, source: "file", intent: "LogTime", step: step),
        undoes: [],
        idempotentResults: [IdempotentResult(key: "k", call: "c", answer: "{\"dialog\":\"é\"}")],
        tags: [TagChange(id: tagID, before: nil, after: tagText)],
        files: [FileChange(path: path, before: before, after: after)],
        moves: [FileMove(from: "records/2026/11/a_0.png", to: "records/2026/12/a_0.png")]
      ),
      JournalEntry(
        sequence: 3,
        origin: origin,
        undoes: [2, 1],
        idempotentResults: [],
        tags: [TagChange(id: tagID, before: tagText, after: nil)],
        files: [
          FileChange(path: path, before: after, after: nil),
          FileChange(path: StoreLayout.tags, before: tagTexts[0], after: tagTexts[1], repair: "a"),
        ],
        moves: [FileMove(from: "records/2026/11/a_0.png", to: ".minuta.nosync/here/trash/a_0.png")]
      ),
      JournalEntry(
        sequence: 4,
        origin: origin,
        undoes: [],
        idempotentResults: [],
        files: [FileChange(path: path, before: nil, after: "{}", repair: path)],
        moves: [
          FileMove(from: path, to: ".minuta.nosync/here/trash/1", repair: path, isFirst: true)
        ]
      ),
    ]
  }()

  /// The entries in the journals that `journals(_:)` returns.
  ///
  /// Short entries suffice, because those journals differ only in where their lines end.
  static let shortEntries = (1...3).map { sequence in
    JournalEntry(
      sequence: sequence,
      origin: ChangeOrigin(
        now: Date(timeIntervalSince1970: 1_795_000_000),
        source: "file",
        intent: "A",
        step: sequence < 3 ? BatchStep(index: sequence, digest: "d", run: "d1") : nil
      ),
      undoes: [],
      idempotentResults: sequence == 2 ? [IdempotentResult(key: "k", call: "c", answer: "{}")] : [],
      files: [FileChange(path: StoreLayout.tags, before: nil, after: "{}")],
      moves: []
    )
  }

  private static let tagID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private static let tagText = #"{"id":"01020304-0506-0708-090A-0B0C0D0E0F10","name":"Wörk"}"#

  private static let recordTexts = [
    #"{"id":"8E1F6F0E-5F4E-4C4B-9F0B-3C8B6F1D2A77","startTime":"2026-11-20T08:00:00Z","images":[]}"#,
    """
    {
      "id": "8e1f6f0e-5f4e-4c4b-9f0b-3c8b6f1d2a77",
      "startTime": "2026-11-20T09:00:00.125+01:00",
      "endTime": "2026-11-20T09:30:00Z",
      "tagId": "11111111-2222-3333-4444-555555555555",
      "comment": "A \\"quoted\\" \\u00e9\\n – naïve 😀",
      "images": ["a_0.png", "b 1.jpg"],
      "timeZone": "Europe/Zurich",
      "mood": { "score": 1.50, "of": [1, 2, null] }
    }

    """,
    #"{"mood":[],"endTime":null,"startTime":"1600-01-01t00:00:00-00:00","#
      + #""id":"00000000-0000-0000-0000-000000000000","tagId":null,"comment":null,"images":null}"#,
    #"{"startTime":"9999-12-31 23:59:59Z","id":"8E1F6F0E-5F4E-4C4B-9F0B-3C8B6F1D2A78","comment":""}"#,
  ]

  private static let tagTexts = [
    #"{"tags":[{"id":"11111111-2222-3333-4444-555555555555","name":"Work","color":"f00","#
      + #""isArchived":false,"createdAt":"2026-11-20T08:00:00Z"}]}"#,
    """
    {
      "version": 1.0,
      "tags": [
        {
          "id": "11111111-2222-3333-4444-555555555555",
          "name": "Café 😀",
          "color": "f00",
          "createdAt": "2026-11-20T09:00:00+01:00",
          "order": 1e2
        },
        {
          "createdAt": "2020-02-29T23:59:60Z",
          "isArchived": true,
          "icon": { "name": "é" },
          "color": "#00FF00",
          "name": "",
          "id": "11111111-2222-3333-4444-666666666666"
        },
        {
          "id": "11111111-2222-3333-4444-777777777777",
          "name": "R&D; rm -rf ~",
          "color": "",
          "isArchived": null,
          "createdAt": "1600-01-01T00:00:00Z"
        }
      ]
    }

    """,
    #"{"tags":[]}"#,
  ]

  private static let pieces = JSONFragments.with([
    #""id":"#, #""startTime":"#, #""endTime":"#, #""tagId":"#, #""comment":"#, #""images":["#,
    #""tags":["#, #""name":"x","#, #""color":"#, #""isArchived":true,"#, #""isArchived":null,"#,
    #""createdAt":"#, #""mood":1.50,"#, #","mood":{"a":[]}"#,
    #""8E1F6F0E-5F4E-4C4B-9F0B-3C8B6F1D2A77""#,
    "11111111-2222-3333-4444-555555555555", #""2026-11-20T08:00:00Z""#, "2026-02-30", "T24:00:00",
    ":60", "+14:00", "-99:99", ".000000001", "0000", "9999", "99999999999999999999", #""../x.png""#,
    #""sequence":9223372036854775807,"#, #""sequence":-1,"#, #""undoes":[1,"a",2e3],"#,
    #""files":["#,
    #""moves":["#, #""keyedResults":["#, #""batch":{"#, #""index":"#, #""before":null,"#,
    #""after":"{}","#,
    #""repair":"a","#, #""first":true,"#, #""path":"tags.json","#, #""path":"records/","#,
    #""from":"#, #""version":2,"#,
  ])
}
