# Writes the lines of Timewarrior's data files for an export of Minuta, since `timew` can't import:
#
#   minuta export timewarrior --output timew.json
#   jq -r -f Examples/timewarrior-data.jq timew.json |
#     awk '{ file = "data/" $1 ".data"; sub(/^[^ ]+ /, ""); print > file }'
#
# Before each line is the month of its local start, after which Timewarrior names the file. Quotation
# marks are where Timewarrior puts them, or it couldn't find the line again to change it.
def quoted: "\"" + gsub("\""; "\\\"") + "\"";

.[]
| [.tags[]? | if test("[\" +/()<^!=~_%-]") then quoted else . end] as $tags
| [
    (.start | strptime("%Y%m%dT%H%M%SZ") | mktime | strflocaltime("%Y-%m")),
    "inc \(.start) - \(.end)",
    (if $tags != [] or .annotation then "#" else empty end),
    $tags[],
    (.annotation // empty | "#", quoted)
  ]
| join(" ")
