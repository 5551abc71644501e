-- How many hours did we spend on each client in each month, and how many of them are billable?
SELECT
  client,
  month,
  count(DISTINCT person) AS people,
  sum(hours)::DECIMAL(12, 2) AS hours,
  (sum(hours) FILTER (billable))::DECIMAL(12, 2) AS billable_hours
FROM records
GROUP BY client, month
ORDER BY client, month;
