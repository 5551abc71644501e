import Foundation
import MinutaTestSupport
import Testing

/// An MCP server, written as a shell script, that behaves as the name of the call says.
package struct ScriptedServer: Sendable {
  private let folder: TemporaryDirectory
  package var command: String { "/bin/sh" }
  package var arguments: [String] { ["-c", Self.script] }
  package var environment: [String: String] {
    ["PATH": "/usr/bin:/bin", "RECORD": folder.path + "/record"]
  }

  package init() throws {
    folder = try TemporaryDirectory(isInMemory: true)
    try folder.write("", to: "record")
  }

  /// A directory for the files of the client.
  package var path: String { folder.path }

  /// The messages that the server has received so far.
  package var received: [String] {
    get throws { try folder.text(of: "record").split(separator: "\n").map(String.init) }
  }

  /// Waits until the server has received `count` messages that contain a text.
  func waitForMessages(_ count: Int = 1, with text: String) async throws {
    try await wait(for: text) { try received.count { $0.contains(text) } >= count }
  }

  private static let script = #"""
    say() { printf '%s\n' "$1"; }
    reply() { say '{"jsonrpc":"2.0","id":'"$1"',"result":'"$2"'}'; }
    result() { reply "$1" '{"content":[],"structuredContent":{"said":"'"$2"'"},"resultType":"complete"}'; }
    offer='"capabilities":{"tools":{}},"resultType":"complete"'
    while IFS= read -r line; do
      say "$line" >> "$RECORD"
      case $line in *'"method":'*) ;; *) continue ;; esac
      case $line in *'"id":'*) ;; *) continue ;; esac
      id=${line#*'"id":'} id=${id%%,*}
      case $line in
        *'"initialize"'*) reply "$id" '{"protocolVersion":"2025-11-25",'"$offer"'}' ;;
        *'"server/discover"'*) reply "$id" '{"supportedVersions":["2026-07-28"],'"$offer"'}' ;;
        *'"tools/list"'*) reply "$id" '{"tools":[{"name":"act","inputSchema":{"type":"object"}}]}' ;;
        *'"hang"'*) ;;
        *'"first"'*) held=$id ;;
        *'"second"'*) result "$id" second; result "$held" first ;;
        *'"twice"'*) result "$id" twice; result "$id" again ;;
        *'"unsolicited"'*) result 999 x; result '"x"' x; result null x; result "$id" unsolicited ;;
        *'"noise"'*)
          for text in nonsense 1 '{"jsonrpc":"2.0"}' '[]' '[1,{}]' '' \
            '{"jsonrpc":"2.0","method":"no/such"}' '{"jsonrpc":"2.0","method":"x","params":1}'
          do say "$text"; done
          result "$id" noise ;;
        *'"ask"'*)
          for method in no/such elicitation/create ping
          do say '{"jsonrpc":"2.0","id":"my '"$method"'","method":"'"$method"'"}'; done
          result "$id" ask ;;
        *'"refuse"'*) say '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32000,"message":"No."}}' ;;
        *'"flood"'*) head -c 17000000 /dev/zero | tr '\0' x; say '' ;;
        *'"exit"'*) exit 3 ;;
        *) result "$id" ok ;;
      esac
    done
    """#
}
