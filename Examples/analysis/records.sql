-- The rows for the questions: one for each record, with local times in the session's time zone.
--
-- `exported` has the records as Minuta exports them, for example:
--   CREATE VIEW exported AS FROM 'team.parquet';
CREATE OR REPLACE VIEW records AS
SELECT
  id,
  coalesce(store, 'me') AS person,
  tag,
  coalesce(split_part(tag, '/', 1), 'untagged') AS client,
  comment,
  labels,
  list_contains(labels, 'billable') AS billable,
  startTime::TIMESTAMP AS starts,
  endTime::TIMESTAMP AS ends,
  -- A record counts on the day of its start.
  startTime::DATE AS day,
  strftime(startTime, '%Y-%m') AS month,
  strftime(startTime, '%G-W%V') AS week,
  durationSeconds AS seconds,
  durationSeconds / 3600 AS hours
FROM exported;
