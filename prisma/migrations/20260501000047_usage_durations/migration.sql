-- Durations of an account's requests in buckets of 2 %, from which percentiles are read: within_* of account_usage is too coarse for them.
-- Rows of before have none; they are read off within_* until they leave the longest range that is shown.
CREATE TABLE account_usage_duration (
  account_id uuid NOT NULL,
  livemode boolean NOT NULL,
  bucket smallint NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  requests integer NOT NULL CHECK (requests > 0),
  duration_ms double precision NOT NULL,
  CONSTRAINT account_usage_duration_pkey PRIMARY KEY (account_id, livemode, bucket, starts_at)
) WITH (fillfactor = 80);
CREATE INDEX account_usage_duration_starts_at_idx ON account_usage_duration USING brin (starts_at);
