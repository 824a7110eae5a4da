-- By hour before bucket: pages read the durations of one step after the other, and the roll-up adds to the latest hour.
CREATE UNIQUE INDEX account_usage_duration_hour_idx ON account_usage_duration (account_id, livemode, starts_at, bucket);
ALTER TABLE account_usage_duration
  DROP CONSTRAINT account_usage_duration_pkey,
  ADD CONSTRAINT account_usage_duration_pkey PRIMARY KEY USING INDEX account_usage_duration_hour_idx;
