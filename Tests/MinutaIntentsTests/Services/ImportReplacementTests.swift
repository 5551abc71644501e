import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaExport
import MinutaIntents
import Testing

/// Tests of the import with an import service in which one operation is replaced.
@Suite struct ImportReplacementTests {
  /// An import service that finds a file missing after its preview.
  private struct VanishingFile: ImportService {
    private let base = FileImportService()

    func preview(of request: ImportRequest) throws(FormatError) -> ImportPreview {
      try base.preview(of: request)
    }

    func records(of request: ImportRequest, as format: any ImportFormat.Type) -> RecordSequence {
      var request = request
      request.files = request.files.map { file in
        ImportFile(name: file.name) { _, _ throws(FormatError) in
          throw .unreadable(file: file.name, reason: "No such file or directory")
        }
      }
      return base.records(of: request, as: format)
    }
  }

  private func perform(_ service: any ImportService, _ fixture: IntentFixture) async -> Outcome {
    let line = #"{"startTime":"2026-11-19T08:00:00Z","endTime":"2026-11-19T09:00:00Z"}"#
    let actions = SystemActions(
      notify: { _, _ in },
      write: { path, _ in path },
      openImport: { .file(ImportFile(name: $0, bytes: Array("\(line)\n".utf8))) },
      importService: service,
      days: LocalCalendar(timeZone: .gmt),
      makeID: { UUID() }
    )
    let engine = IntentEngine(
      providers: [fixture.provider, SystemIntentProvider(by: actions)],
      now: { .distantFuture }
    )
    let values: JSONObject = ["files": ["records.jsonl"], "format": "jsonl"]
    return await engine.perform(IntentCall("Import", with: values), from: .file)
  }

  @Test func `a file that vanishes after its preview adds no records`() async throws {
    let fixture = try IntentFixture(storage: .memory)
    let outcome = await perform(VanishingFile(), fixture)
    #expect(outcome.sentence == "Can't read 'records.jsonl': No such file or directory.")
    #expect(try await fixture.lines().isEmpty)
    #expect(await perform(FileImportService(), fixture).result?.value["added"] == 1)
  }
}
