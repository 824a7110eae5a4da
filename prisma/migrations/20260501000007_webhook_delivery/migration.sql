-- An endpoint is live or test, like a key, and gets the events of its own mode only.
ALTER TABLE webhook_endpoint
  ADD COLUMN livemode boolean NOT NULL DEFAULT true,
  ADD COLUMN disabled_reason text,
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD CONSTRAINT webhook_endpoint_disabled_reason CHECK (disabled_reason IN ('failing', 'gone') AND (status = 'disabled') = (disabled_reason IS NOT NULL)),
  ADD CONSTRAINT webhook_endpoint_previous_secret CHECK ((previous_secret_encrypted IS NULL) = (previous_secret_expires_at IS NULL));
ALTER TABLE webhook_endpoint ALTER COLUMN livemode DROP DEFAULT;

-- The time of an event, a delivery and an attempt is the time in its UUIDv7, so that a look-up by id reads one day's partition.
UPDATE webhook_event SET created_at = to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
WHERE substr(id::text, 15, 1) = '7';

ALTER TABLE webhook_delivery
  ADD COLUMN event_created_at timestamptz(3) NOT NULL,
  ADD COLUMN event_type text NOT NULL,
  ADD COLUMN last_attempt_at timestamptz(3),
  ADD COLUMN last_status_code integer,
  DROP COLUMN leased_until;
ALTER TABLE webhook_attempt
  ADD COLUMN url text NOT NULL,
  ADD COLUMN request_headers jsonb NOT NULL,
  ADD COLUMN response_headers jsonb;

-- What is still to be sent: one row for each delivery that is pending, taken by a lease. Small and busy, so it is no partitioned table.
CREATE TABLE webhook_pending (
  delivery_id uuid NOT NULL,
  delivery_created_at timestamptz(3) NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_created_at timestamptz(3) NOT NULL,
  trigger text NOT NULL DEFAULT 'schedule',
  -- Attempts of the schedule that have failed.
  failures integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  lease uuid,
  leased_until timestamptz(3),
  CONSTRAINT webhook_pending_pkey PRIMARY KEY (delivery_id),
  CONSTRAINT webhook_pending_trigger CHECK (trigger IN ('schedule', 'redelivery', 'test')),
  CONSTRAINT webhook_pending_lease CHECK ((lease IS NULL) = (leased_until IS NULL))
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX webhook_pending_endpoint_id_due_at_idx ON webhook_pending (endpoint_id, due_at);

-- Takes deliveries that are due, in the name of one lease each, of those of the endpoints that are enabled. No endpoint ever has more than
-- `most` deliveries under way over all workers: claims of one endpoint come one after the other. A function, because each of its statements
-- must see what the last claim did.
CREATE FUNCTION claim_webhook_deliveries(endpoints uuid[], most integer, most_failing integer, room integer, lease_seconds integer, clock timestamptz)
RETURNS SETOF webhook_pending LANGUAGE plpgsql AS $$
DECLARE
  endpoint record;
  free integer;
  claimed integer;
BEGIN
  FOR endpoint IN
    SELECT id, failures_in_a_row FROM webhook_endpoint WHERE id = ANY (endpoints) AND status = 'enabled' AND deleted_at IS NULL ORDER BY id
  LOOP
    EXIT WHEN room <= 0;
    PERFORM pg_advisory_xact_lock(hashtextextended(endpoint.id::text, 7));
    free := CASE WHEN endpoint.failures_in_a_row > 0 THEN least(most, most_failing) ELSE most END
      - (SELECT count(*) FROM webhook_pending WHERE endpoint_id = endpoint.id AND leased_until > clock);
    CONTINUE WHEN free <= 0;
    RETURN QUERY
      UPDATE webhook_pending SET lease = gen_random_uuid(), leased_until = clock + make_interval(secs => lease_seconds)
      WHERE delivery_id IN (
        SELECT delivery_id FROM webhook_pending
        WHERE endpoint_id = endpoint.id AND due_at <= clock AND (leased_until IS NULL OR leased_until <= clock)
        ORDER BY due_at LIMIT least(free, room) FOR UPDATE SKIP LOCKED)
      AND (leased_until IS NULL OR leased_until <= clock)
      RETURNING *;
    GET DIAGNOSTICS claimed = ROW_COUNT;
    room := room - claimed;
  END LOOP;
END $$;
