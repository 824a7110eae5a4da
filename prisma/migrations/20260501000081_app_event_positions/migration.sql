-- Apps' events have positions as well, so that apps stream them.
-- Waits for all writers of events, and lets later ones wait: none is noted by the function of the version before once the copy has begun.
LOCK TABLE webhook_event IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE webhook_event_position ADD COLUMN app_id uuid;

CREATE OR REPLACE FUNCTION note_webhook_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event_position (event_id, created_at, account_id, store_id, app_id, livemode)
  SELECT id, created_at, account_id, store_id, app_id, livemode FROM added WHERE num_nonnulls(account_id, store_id, app_id) = 1
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Those from before have negative positions, in the order of their ids. All of them have been committed.
INSERT INTO webhook_event_position (event_id, created_at, app_id, livemode, position)
SELECT id, created_at, app_id, livemode, -(row_number() OVER (ORDER BY id DESC))
FROM webhook_event WHERE app_id IS NOT NULL AND created_at > now() - interval '30 days' ON CONFLICT DO NOTHING;

CREATE INDEX webhook_event_position_app_idx ON webhook_event_position (app_id, livemode, position) INCLUDE (event_id, created_at)
  WHERE app_id IS NOT NULL AND position IS NOT NULL;
