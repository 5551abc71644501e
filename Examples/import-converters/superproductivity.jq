# Converts a backup of Super Productivity to a CSV file for Minuta:
#
#   jq -r -f Examples/import-converters/superproductivity.jq backup.json | minuta import csv -
#
# A record is the time of a task on a day, which has no time of day. A task with subtasks has the sum of
# their times, so only they are records, with its title before theirs and with its tags.
def entities: .entities // {} | to_entries[];

# A word is a label. A tag of the user doesn't make a record billable.
def as_label:
  if test("^[\\p{L}\\p{N}_-]+$") and ascii_downcase != "billable" then "#\(.)"
  else "#tag=\"\(gsub("\""; "\\u0022"))\"" end;

(.data // .) as $data
| [$data | .task, .taskArchive, .archiveYoung.task, .archiveOld.task | entities] as $tasks
| ($tasks | reverse | from_entries) as $by_id
# `TODAY` isn't a tag of the user; old versions stored it in tasks.
| ([$data.tag | entities | select(.key != "TODAY") | .value |= .title] | from_entries) as $tags
| [
    $tasks[]
    | .key as $id
    | .value
    | select((.subTaskIds // []) == [])
    | ($by_id[.parentId // ""]) as $parent
    | (.tagIds // []) as $own
    | [($own + (($parent.tagIds // []) - $own))[] | $tags[.] // empty | as_label] as $labels
    | ([$parent.title // empty, .title] | join(": ")) as $text
    | $data.project.entities[.projectId // ""].title as $project
    | (.timeSpentOnDay // {} | to_entries | sort_by(.key))[]
    | (.value // 0 | . / 1000 | round) as $seconds
    | select($seconds != 0)
    | ["\($id) \(.key)", .key, $seconds, $project, ([$text, $labels[]] | join(" "))]
  ]
| ["Id", "Date", "Seconds", "Project", "Comment"], .[]
| @csv
