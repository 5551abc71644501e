# Converts the file of bartib or tock, with lines such as
# `2024-05-17 08:30 - 2024-05-17 09:00 | project | text`, to a CSV file for Minuta:
#
#   awk -f Examples/import-converters/bartib.awk activities.bartib | minuta import csv -
#
# Lines without a digit at the start are comments. An activity without an end is still running.
function cell(text) {
  gsub(/^[ \t\r]+|[ \t\r]+$/, "", text)
  gsub(/\001/, "\\", text)
  gsub(/\002/, "|", text)
  gsub(/"/, "\"\"", text)
  return "\"" text "\""
}

BEGIN { FS = "|"; print "Start Time,End Time,Project,Comment" }

/^[0-9]/ {
  # Bartib writes a backslash before a bar or a backslash in a text.
  gsub(/\\\\/, "\001")
  gsub(/\\\|/, "\002")
  text = $3
  for (field = 4; field <= NF; field++) text = text "|" $field
  split($1, times, " - ")
  print cell(times[1]) "," cell(times[2]) "," cell($2) "," cell(text)
}
