-- The order in which events are streamed. An event gets its position after its commit, from one transaction at a time, so
-- that no event appears behind a position that was read.
CREATE TABLE webhook_event_position (
    event_id uuid PRIMARY KEY,
    created_at timestamptz(3) NOT NULL,
    account_id uuid,
    store_id integer,
    livemode boolean NOT NULL,
    position bigint
);
CREATE TABLE webhook_event_counter (
    id smallint PRIMARY KEY CHECK (id = 1),
    last bigint NOT NULL
);
INSERT INTO webhook_event_counter VALUES (1, 0);
-- Open streams, of all processes. They need not survive a crash of the database.
CREATE UNLOGGED TABLE event_stream_connection (
    id uuid PRIMARY KEY,
    credential_id uuid NOT NULL,
    expires_at timestamptz(3) NOT NULL
);
CREATE INDEX event_stream_connection_credential_id_idx ON event_stream_connection (credential_id);

-- Events from before this migration have negative positions, in the order of their ids. Writers go on meanwhile.
INSERT INTO webhook_event_position (event_id, created_at, account_id, store_id, livemode, position)
SELECT id, created_at, account_id, store_id, livemode, -(row_number() OVER (ORDER BY id DESC))
FROM webhook_event WHERE num_nonnulls(account_id, store_id) = 1 AND created_at > now() - interval '30 days' ON CONFLICT DO NOTHING;

CREATE INDEX webhook_event_position_account_idx ON webhook_event_position (account_id, livemode, position) INCLUDE (event_id, created_at)
  WHERE account_id IS NOT NULL AND position IS NOT NULL;
CREATE INDEX webhook_event_position_store_idx ON webhook_event_position (store_id, livemode, position) INCLUDE (event_id, created_at)
  WHERE store_id IS NOT NULL AND position IS NOT NULL;
CREATE INDEX webhook_event_position_new_idx ON webhook_event_position (event_id) WHERE position IS NULL;

CREATE FUNCTION note_webhook_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_event_position (event_id, created_at, account_id, store_id, livemode)
  SELECT id, created_at, account_id, store_id, livemode FROM added WHERE num_nonnulls(account_id, store_id) = 1 ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_event_position AFTER INSERT ON webhook_event REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_webhook_events();
-- The trigger's lock waited for all writers: what they wrote since the copy began.
INSERT INTO webhook_event_position (event_id, created_at, account_id, store_id, livemode)
SELECT id, created_at, account_id, store_id, livemode FROM webhook_event
WHERE num_nonnulls(account_id, store_id) = 1 AND id >= uuid_v7_floor(now() - interval '1 hour') AND created_at >= now() - interval '1 hour'
ON CONFLICT DO NOTHING;
