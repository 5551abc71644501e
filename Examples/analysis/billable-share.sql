-- Which share of each person's time is billable, compared with the whole team?
SELECT
  person,
  sum(hours)::DECIMAL(12, 2) AS hours,
  (100 * sum(hours) FILTER (billable) / sum(hours))::DECIMAL(5, 1) AS billable_percent,
  (
    100 * sum(hours) FILTER (billable) / sum(hours)
      - (SELECT 100 * sum(hours) FILTER (billable) / sum(hours) FROM records)
  )::DECIMAL(5, 1) AS above_team
FROM records
GROUP BY person
ORDER BY billable_percent DESC NULLS LAST, person;
