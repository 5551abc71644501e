#!/bin/sh
# A plugin in plain shell, with jq for JSON: free disk space and uptime. It uses the Model Context
# Protocol with a handshake (2025-06-18 and 2025-11-25), one message per line.

tools='[
  {"name": "DiskFree", "description": "Reports the size and free bytes of the disk with a file.",
   "inputSchema": {"type": "object", "required": ["path"], "additionalProperties": false,
     "properties": {"path": {"type": "string", "description": "Absolute path of a file."}}},
   "outputSchema": {"type": "object", "required": ["mount", "size", "free"]},
   "annotations": {"readOnlyHint": true}},
  {"name": "Uptime", "description": "Reports the uptime in seconds and the load average.",
   "inputSchema": {"type": "object", "additionalProperties": false},
   "outputSchema": {"type": "object", "required": ["seconds", "load"]},
   "annotations": {"readOnlyHint": true}}
]'

query() { printf '%s' "$request" | jq "$@"; }
reply() { query -c --argjson result "$1" '{jsonrpc: "2.0", id, result: $result}'; }
reply_error() { query -c --argjson code "$1" --arg message "$2" '{jsonrpc: "2.0",
  id: ((objects | .id) // null), error: {$code, $message}}'; }
reply_value() { reply "$(jq -c '{content: [{type: "text", text: tojson}], structuredContent: .}')"; }
reply_failure() { reply "$(jq -nc --arg t "$1" '{content: [{type: "text", text: $t}], isError: true}')"; }

disk_free() {
  # Quoting keeps the shell from splitting or running the path; the dot preserves its line feeds.
  path=$(query -j '.params.arguments.path? | strings | select(explode | index(0) | not)'; echo .)
  path=${path%.}
  case $path in /*) ;; *) reply_failure "'path' is not an absolute path."; return ;; esac
  found=$(LC_ALL=C df -Pk -- "$path" 2>&1) || { reply_failure "$found"; return; }
  printf '%s' "$found" | tail -n 1 |
    jq -R 'capture(" (?<size>\\d+) +\\d+ +(?<free>\\d+) +(\\d+%|-) +(?<mount>/.*)$")
      | {mount, size: (.size | tonumber * 1024), free: (.free | tonumber * 1024)}' | reply_value
}

while IFS= read -r line; do
  request=$(printf '%s' "$line" | jq -c . 2>&1) ||
    { request=null; reply_error -32700 "Invalid JSON."; continue; }
  kind=$(query -r 'if type != "object" then "none" elif has("result") or has("error") then "reply"
    elif (.method | type) != "string" then "none" elif has("id") then .method | @json
    else "notification" end')
  case $kind in
    reply | notification) ;;
    none) reply_error -32600 "Invalid request." ;;
    '"initialize"') reply "$(query -c '(.params.protocolVersion? // null) as $version
      | {protocolVersion: (if $version == "2025-06-18" then $version else "2025-11-25" end),
        capabilities: {tools: {}}, serverInfo: {name: "machine", version: "1.0"}}')" ;;
    '"ping"') reply '{}' ;;
    '"tools/list"') reply "{\"tools\": $tools}" ;;
    '"tools/call"')
      case $(query -c '.params.name?') in
        '"DiskFree"') disk_free ;;
        '"Uptime"')
          read -r seconds rest < /proc/uptime && read -r load rest < /proc/loadavg
          jq -n --argjson seconds "$seconds" --argjson load "$load" '{$seconds, $load}' | reply_value ;;
        *) reply_error -32602 "Unknown tool." ;;
      esac ;;
    *) reply_error -32601 "Unknown method $kind." ;;
  esac
done
