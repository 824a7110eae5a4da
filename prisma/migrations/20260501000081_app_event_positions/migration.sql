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

-- As before, with the endpoints of apps, which have no account.
CREATE OR REPLACE FUNCTION longest_webhook_wait() RETURNS double precision LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN (
    SELECT coalesce(extract(epoch FROM now() - min(greatest(w.due_at, e.updated_at))), 0)
    FROM pending_webhook_endpoints() AS endpoint (id) JOIN webhook_endpoint e ON e.id = endpoint.id
    LEFT JOIN oauth_app c ON c.id = e.app_id LEFT JOIN oauth_app p ON p.id = coalesce(c.live_app_id, c.id)
    JOIN account a ON a.id = coalesce(e.account_id, p.account_id)
    CROSS JOIN LATERAL (
      SELECT p.due_at FROM webhook_pending p LEFT JOIN store s ON s.id = p.store_id
      WHERE p.endpoint_id = endpoint.id AND NOT p.leased AND p.due_at <= now() AND NOT p.moved AND (s.status IS NULL OR s.status = 'approved')
      ORDER BY p.due_at LIMIT 1) w
    WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND e.failures_in_a_row = 0 AND a.locked_at IS NULL
    AND (e.app_id IS NULL OR (c.deleted_at IS NULL AND p.deleted_at IS NULL AND p.suspended_at IS NULL))
    AND NOT EXISTS (SELECT FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.leased AND p.leased_until > now() OFFSET 0));
END $$;

-- The processes that are logging requests. One that was killed stays, with the time from which its requests may be missing.
CREATE TABLE request_writer (
    id uuid PRIMARY KEY,
    complete_until timestamptz(3) NOT NULL,
    seen_at timestamptz(3) NOT NULL,
    lost_from timestamptz(3),
    lost_until timestamptz(3)
);
