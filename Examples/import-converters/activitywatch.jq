# Converts an export of ActivityWatch, in whatever list or object its buckets stand, to a CSV file for
# Minuta:
#
#   jq -r -f Examples/import-converters/activitywatch.jq export.json | minuta import csv -
#
# Records are the times of the stopwatch, and those in which the keyboard or the mouse was used, joined
# over gaps of 5 minutes. Events of windows, web pages and editors are too short and too many.
def span:
  (.timestamp | sub("[.][0-9]+"; "") | sub("[+]00:00$"; "Z") | fromdate) as $start
  | if (.duration | type) == "number" and .duration >= 0
    then {start: $start, end: ($start + (.duration | round)), text: .data.label}
    else error("the event at \(.timestamp) has no duration") end;

def joined:
  reduce sort_by(.start)[] as $next ([];
    if length > 0 and $next.start - .[-1].end <= 300
    then .[-1].end |= ([., $next.end] | max)
    else . + [$next] end)
  | map(select(.start < .end));

[.. | objects | select(has("events") or has("timestamp"))]
| if length == 0 then error("the file has no bucket of ActivityWatch") else . end
| map(select(has("timestamp")))
# An id depends on the start only, because the last time at the computer can be longer in a later export.
| (map(select(.data.status == "not-afk") | span) | joined | map(.id = "not-afk"))
  + map(select(.data.running == false) | span | .id = "stopwatch")
| ["Id", "Start UTC", "End UTC", "Comment"],
  (.[] | (.start | todate) as $start | ["\(.id) \($start)", $start, (.end | todate), .text])
| @csv
