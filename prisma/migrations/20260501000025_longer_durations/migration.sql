-- Durations of more than a second are told apart, too. What rows of before have above it stays the rest of their requests.
ALTER TABLE api_usage
  ADD COLUMN within_2500 integer NOT NULL DEFAULT 0,
  ADD COLUMN within_5000 integer NOT NULL DEFAULT 0,
  ADD COLUMN within_10000 integer NOT NULL DEFAULT 0,
  ADD COLUMN within_30000 integer NOT NULL DEFAULT 0,
  ADD COLUMN over_30000 integer NOT NULL DEFAULT 0;
ALTER TABLE account_usage
  ADD COLUMN within_2500 integer NOT NULL DEFAULT 0,
  ADD COLUMN within_5000 integer NOT NULL DEFAULT 0,
  ADD COLUMN within_10000 integer NOT NULL DEFAULT 0,
  ADD COLUMN within_30000 integer NOT NULL DEFAULT 0,
  ADD COLUMN over_30000 integer NOT NULL DEFAULT 0;
