-- Which clients depend on one person, who has more than half of the hours?
WITH shares AS (
  SELECT
    client,
    person,
    sum(hours) AS hours,
    100 * sum(hours) / sum(sum(hours)) OVER (PARTITION BY client) AS percent
  FROM records
  GROUP BY client, person
)
SELECT client, person, hours::DECIMAL(12, 2) AS hours, percent::DECIMAL(5, 1) AS percent
FROM shares
WHERE percent > 50
ORDER BY percent DESC, client;
