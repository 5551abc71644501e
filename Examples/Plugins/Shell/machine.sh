#!/bin/sh
# A plugin in plain shell, with jq for the JSON: how much room a disk has, and how long the machine
# has run. It speaks the handshake era of the Model Context Protocol, a line for each message.

tools='[
  {"name": "DiskFree", "description": "Tells how many bytes the disk of a file has, and has free.",
   "inputSchema": {"type": "object", "required": ["path"], "additionalProperties": false,
     "properties": {"path": {"type": "string", "description": "The absolute path of a file."}}},
   "outputSchema": {"type": "object", "required": ["mount", "size", "free"]},
   "annotations": {"readOnlyHint": true}},
  {"name": "Uptime", "description": "Tells how many seconds the machine has run, and its load.",
   "inputSchema": {"type": "object", "additionalProperties": false},
   "outputSchema": {"type": "object", "required": ["seconds", "load"]},
   "annotations": {"readOnlyHint": true}}
]'

ask() { printf '%s' "$request" | jq "$@"; }
reply() { ask -c --argjson result "$1" '{jsonrpc: "2.0", id, result: $result}'; }
fail() { ask -c --argjson code "$1" --arg message "$2" '{jsonrpc: "2.0",
  id: ((objects | .id) // null), error: {$code, $message}}'; }
answer() { reply "$(jq -c '{content: [{type: "text", text: tojson}], structuredContent: .}')"; }
refuse() { reply "$(jq -nc --arg t "$1" '{content: [{type: "text", text: $t}], isError: true}')"; }

disk_free() {
  # The shell never reads a path as words or code; the dot keeps the line ends that it may have.
  path=$(ask -j '.params.arguments.path? | strings | select(explode | index(0) | not)'; echo .)
  path=${path%.}
  case $path in /*) ;; *) refuse "'path' must be an absolute path."; return ;; esac
  found=$(LC_ALL=C df -Pk -- "$path" 2>&1) || { refuse "$found"; return; }
  printf '%s' "$found" | tail -n 1 |
    jq -R 'capture(" (?<size>\\d+) +\\d+ +(?<free>\\d+) +(\\d+%|-) +(?<mount>/.*)$")
      | {mount, size: (.size | tonumber * 1024), free: (.free | tonumber * 1024)}' | answer
}

while IFS= read -r line; do
  request=$(printf '%s' "$line" | jq -c . 2>&1) ||
    { request=null; fail -32700 "This is no JSON."; continue; }
  kind=$(ask -r 'if type != "object" then "none" elif has("result") or has("error") then "reply"
    elif (.method | type) != "string" then "none" elif has("id") then .method | @json
    else "notification" end')
  case $kind in
    reply | notification) ;;
    none) fail -32600 "This is no request." ;;
    '"initialize"') reply "$(ask -c '(.params.protocolVersion? // null) as $version
      | {protocolVersion: (if $version == "2025-06-18" then $version else "2025-11-25" end),
        capabilities: {tools: {}}, serverInfo: {name: "machine", version: "1.0"}}')" ;;
    '"ping"') reply '{}' ;;
    '"tools/list"') reply "{\"tools\": $tools}" ;;
    '"tools/call"')
      case $(ask -c '.params.name?') in
        '"DiskFree"') disk_free ;;
        '"Uptime"')
          read -r seconds rest < /proc/uptime && read -r load rest < /proc/loadavg
          jq -n --argjson seconds "$seconds" --argjson load "$load" '{$seconds, $load}' | answer ;;
        *) fail -32602 "There is no such tool." ;;
      esac ;;
    *) fail -32601 "There is no method $kind." ;;
  esac
done
