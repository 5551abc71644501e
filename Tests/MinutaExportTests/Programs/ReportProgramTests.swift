import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// Spreadsheets and pages are read by other programs.
struct ReportProgramTests {
  @Test(.requires("xmllint"), arguments: ["fods", "html"])
  func `xmllint finds no error`(_ name: String) async throws {
    let format = try #require(ExportFormats.named(name))
    let text = try Exchange.file(OddRecords.all + records(), as: format).text
    let program = try #require(TestPrograms.installed("xmllint"))
    let options = [["--noout", "-"], ["--noout", "--html", "-"]].prefix(name == "html" ? 2 : 1)
    for arguments in options {
      let result = try await TestPrograms.run(program, ["--nonet"] + arguments, input: text)
      #expect(result.status == 0, "\(result.errors.prefix(2000))")
    }
  }

  /// Prints the cells of a spreadsheet, which `odfpy` compares with the schema of the format.
  private static let printCells = """
    import io, json, sys, zipfile
    import odf.opendocument, odf.table, odf.text, odf.element
    content = sys.stdin.read().replace("office:document ", "office:document-content ", 1)
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    content = content.replace(f' office:mimetype="{mimetype}"', "")
    content = content.replace("</office:document>", "</office:document-content>")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("mimetype", mimetype)
        file.writestr("META-INF/manifest.xml", '<manifest:manifest xmlns:manifest='
            '"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry '
            'manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>')
        file.writestr("content.xml", content)

    def text(node):
        if node.nodeType == odf.element.Node.TEXT_NODE: return str(node)
        name = node.qname[1]
        return {"s": " ", "tab": "\\t"}.get(name) or "".join(map(text, node.childNodes))

    document = odf.opendocument.load(archive)
    for sheet in document.spreadsheet.getElementsByType(odf.table.Table):
        for row in sheet.getElementsByType(odf.table.TableRow):
            cells = []
            for cell in row.getElementsByType(odf.table.TableCell):
                kind = cell.getAttribute("valuetype")
                value = cell.getAttribute(
                    {"float": "value", "string": "stringvalue"}.get(kind, f"{kind}value"))
                lines = [text(line) for line in cell.getElementsByType(odf.text.P)]
                cells.append(f"{kind}:" + (value or "\\n".join(lines)))
            print(json.dumps([sheet.getAttribute("name")] + cells))
    """

  @Test(.requires(pythonModule: "odf"))
  func `odfpy reads the cells of a spreadsheet`() async throws {
    let odd = zip(OddRecords.all, OddRecords.isExpressibleInXML).filter { $0.1 }.map(\.0)
    let records = odd + records()
    let text = try Exchange.file(records, as: FODSExportFormat.self).text
    let python = try #require(TestPrograms.python)
    let result = try await TestPrograms.run(
      python,
      ["-X", "utf8", "-c", Self.printCells],
      input: text
    )
    try #require(result.status == 0, "\(result.errors.suffix(2000))")
    let rows = try result.output.split(separator: "\n").map { line in
      try JSONDecoder().decode([String].self, from: Data(line.utf8))
    }
    let sheet = rows.filter { $0[0] == "Records" }.map { Array($0.dropFirst()) }
    #expect(
      sheet.first?.map { $0.dropFirst(7) } == [
        "Date", "Start Time", "End Time", "Duration", "Tag", "Comment",
      ]
    )
    #expect(sheet.count == records.count + 1)
    for (row, exported) in zip(sheet.dropFirst(), records) { #expect(row == cells(of: exported)) }

    let totals = totals(of: records)
    let printed = rows.filter { $0[0] == "Totals" }.dropFirst().map { "\($0[1]) \($0[2])" }
    #expect(Set(printed) == Set(totals.map { "string:\($0.key) time:\(duration($0.value))" }))
  }

  /// Returns the seconds of the rows in the sheet of totals.
  private func totals(of records: [ExportedRecord]) -> [String: Int] {
    var totals: [String: Int] = [:]
    for record in records { totals[record.tag ?? "(untagged)", default: 0] += record.seconds }
    totals["Total"] = totals.values.reduce(0, +)
    return totals
  }

  private func cells(of exported: ExportedRecord) -> [String] {
    let zone = Exchange.days.timeZone
    let times = [exported.record.startTime, exported.record.endTime].compactMap { $0 }.map {
      String(Timestamp.text($0, in: zone).prefix(19))
    }
    return [
      "date:\(times[0].prefix(10))", "date:\(times[0])", "date:\(times[1])",
      "time:\(duration(exported.seconds))", "string:\(exported.tag ?? "")",
      "string:\(exported.record.comment ?? "")",
    ]
  }

  private func duration(_ seconds: Int) -> String {
    "PT\(seconds / 3600)H\(seconds % 3600 / 60)M\(seconds % 60)S"
  }

  private func records() -> [ExportedRecord] {
    var history = RandomHistory(seed: 11)
    return history.records(500)
  }
}
