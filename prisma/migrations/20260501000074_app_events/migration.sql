-- An endpoint belongs to an account or to a client of an OAuth app. An app's has no account, so that the version before, which may still run
-- during an upgrade, neither shows it nor sends it anything.
ALTER TABLE webhook_endpoint ALTER COLUMN account_id DROP NOT NULL,
  ADD COLUMN app_id uuid REFERENCES oauth_app (id) ON DELETE CASCADE,
  ADD CONSTRAINT webhook_endpoint_owner CHECK (num_nonnulls(account_id, app_id) = 1) NOT VALID;
CREATE INDEX webhook_endpoint_app_id_idx ON webhook_endpoint (app_id) WHERE app_id IS NOT NULL;
ALTER TABLE webhook_endpoint DROP CONSTRAINT webhook_endpoint_events, ADD CONSTRAINT webhook_endpoint_events CHECK (cardinality(events) > 0
  AND events <@ ARRAY['order.created', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.refunded', 'seller.order.created',
                      'seller.order.updated', 'seller.stock.low', 'key.expiring', 'limit.approaching', 'webhook_endpoint.disabled', 'app.authorized',
                      'app.deauthorized']) NOT VALID;

-- An app's event is a copy of an account's or a store's, under the grant that covers it, or one of the app itself.
ALTER TABLE webhook_event ADD COLUMN app_id uuid, ADD COLUMN grant_id uuid;
CREATE INDEX webhook_event_app_idx ON webhook_event (app_id, created_at DESC, id DESC) INCLUDE (type, grant_id) WHERE app_id IS NOT NULL;
ALTER TABLE webhook_event DROP CONSTRAINT webhook_event_audience,
  ADD CONSTRAINT webhook_event_audience CHECK (num_nonnulls(account_id, store_id, app_id) <= 1) NOT VALID;
ALTER TABLE webhook_event DROP CONSTRAINT webhook_event_type, ADD CONSTRAINT webhook_event_type CHECK (type IN
  ('order.created', 'order.shipped', 'order.delivered', 'order.cancelled', 'order.refunded', 'seller.order.created',
                      'seller.order.updated', 'seller.stock.low', 'key.expiring', 'limit.approaching', 'webhook_endpoint.disabled', 'app.authorized',
                      'app.deauthorized',
   'ping')) NOT VALID;

-- Since when a client gets events: from its first token of its own, or its first endpoint, on.
ALTER TABLE oauth_app ADD COLUMN events_since timestamptz(3);
CREATE INDEX oauth_app_events_idx ON oauth_app (id) WHERE events_since IS NOT NULL;

-- Access tokens of clients themselves (RFC 6749, section 4.4), of no person.
CREATE TABLE oauth_client_token (
  hash bytea NOT NULL PRIMARY KEY,
  app_id uuid NOT NULL REFERENCES oauth_app (id) ON DELETE CASCADE,
  scopes text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  CONSTRAINT oauth_client_token_hash CHECK (octet_length(hash) = 32),
  CONSTRAINT oauth_client_token_scopes CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['app.webhooks.manage', 'app.events.read'])
);
CREATE INDEX oauth_client_token_app_id_idx ON oauth_client_token (app_id);
CREATE INDEX oauth_client_token_expires_at_idx ON oauth_client_token (expires_at);

-- The scope with which a person allows an app to hear of an event; null if no scope does.
CREATE FUNCTION scope_of_event(type text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN type LIKE 'seller.order.%' THEN 'seller.orders.read' WHEN type LIKE 'order.%' THEN 'orders.read' END
$$;

-- Copies new events for the apps whose live consents cover them, and queues their deliveries: one statement for all events of the statement that
-- records them. A trigger, because many statements record events, also those of the version before during an upgrade.
CREATE FUNCTION tell_apps_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  waking uuid[];
BEGIN
  -- Its own statement comes here as well, even if it inserts nothing.
  IF NOT EXISTS (SELECT FROM added WHERE app_id IS NULL) OR NOT EXISTS (SELECT FROM oauth_app WHERE events_since IS NOT NULL) THEN RETURN NULL; END IF;
  WITH heard AS MATERIALIZED (
    SELECT uuid_v7(n.created_at) AS id, n.created_at AS at, n.type, n.subject_id, n.api_version, n.livemode, n.data, n.occurred_at, g.app_id, g.id AS grant_id
    FROM added n
    CROSS JOIN LATERAL (
      SELECT n.account_id WHERE n.account_id IS NOT NULL
      UNION ALL SELECT m.account_id FROM store_member m WHERE m.store_id = n.store_id AND m.role IN ('owner', 'manager', 'orders')) reader (account_id)
    JOIN oauth_grant g ON g.account_id = reader.account_id AND g.revoked_at IS NULL AND scope_of_event(n.type) = ANY (g.scopes)
    JOIN oauth_app c ON c.id = g.app_id AND c.events_since IS NOT NULL AND c.deleted_at IS NULL AND (c.live_app_id IS NULL) = n.livemode
    WHERE n.app_id IS NULL),
  event AS (
    INSERT INTO webhook_event (id, type, app_id, grant_id, subject_id, api_version, livemode, data, created_at, occurred_at)
    SELECT id, type, app_id, grant_id, subject_id, api_version, livemode, data, at, occurred_at FROM heard),
  delivery AS (
    INSERT INTO webhook_delivery (id, endpoint_id, created_at, event_id, event_created_at, event_type, next_attempt_at)
    SELECT uuid_v7(h.at), e.id, h.at, h.id, h.at, h.type, now() FROM heard h JOIN webhook_endpoint e ON e.app_id = h.app_id
    WHERE e.deleted_at IS NULL AND h.type = ANY (e.events) AND e.disabled_reason IS DISTINCT FROM 'gone'
    RETURNING id, endpoint_id, event_id, event_created_at),
  pending AS (
    INSERT INTO webhook_pending (delivery_id, endpoint_id, delivery_created_at, event_id, event_created_at, due_at)
    SELECT id, endpoint_id, event_created_at, event_id, event_created_at, now() FROM delivery)
  SELECT array_agg(DISTINCT endpoint_id) INTO waking FROM delivery;
  IF waking IS NOT NULL THEN
    PERFORM graphile_worker.add_job('deliver_webhooks', payload := json_build_object('endpoints', waking), max_attempts := 25,
      job_key := gen_random_uuid()::text, job_key_mode := 'unsafe_dedupe');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_apps_of_events AFTER INSERT ON webhook_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION tell_apps_of_events();

-- Records an event of an app itself, with its deliveries. The endpoint that it is about does not get it.
CREATE FUNCTION record_app_event(of_type text, app uuid, under_grant uuid, subject uuid, version text, live boolean, body json) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  event uuid := uuid_v7(moment);
  at timestamptz := date_trunc('milliseconds', moment);
  waking uuid[];
BEGIN
  INSERT INTO webhook_event (id, type, app_id, grant_id, subject_id, api_version, livemode, data, created_at)
  VALUES (event, of_type, app, under_grant, subject, version, live, body, at);
  WITH delivery AS (
    INSERT INTO webhook_delivery (id, endpoint_id, created_at, event_id, event_created_at, event_type, next_attempt_at)
    SELECT uuid_v7(at), e.id, at, event, at, of_type, now() FROM webhook_endpoint e
    WHERE e.app_id = app AND e.id <> subject AND e.deleted_at IS NULL AND of_type = ANY (e.events) AND e.disabled_reason IS DISTINCT FROM 'gone'
    RETURNING id, endpoint_id),
  pending AS (
    INSERT INTO webhook_pending (delivery_id, endpoint_id, delivery_created_at, event_id, event_created_at, due_at)
    SELECT d.id, d.endpoint_id, at, event, at, now() FROM delivery d)
  SELECT array_agg(endpoint_id) INTO waking FROM delivery;
  IF waking IS NOT NULL THEN
    PERFORM graphile_worker.add_job('deliver_webhooks', payload := json_build_object('endpoints', waking), max_attempts := 25,
      job_key := gen_random_uuid()::text, job_key_mode := 'unsafe_dedupe');
  END IF;
END $$;

-- Tells an app of a consent, of other scopes of it, and of its end, wherever it ends.
CREATE FUNCTION tell_app_of_grant() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  client record;
BEGIN
  SELECT c.live_app_id IS NULL AS livemode INTO client FROM oauth_app c WHERE c.id = NEW.app_id AND c.events_since IS NOT NULL AND c.deleted_at IS NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM record_app_event(CASE WHEN NEW.revoked_at IS NULL THEN 'app.authorized' ELSE 'app.deauthorized' END, NEW.app_id, NEW.id, NEW.id, '2026-05-01',
    client.livemode, json_build_object('scopes', ARRAY(SELECT unnest(NEW.scopes) ORDER BY 1)));
  RETURN NULL;
END $$;
CREATE TRIGGER tell_app_of_new_grant AFTER INSERT ON oauth_grant FOR EACH ROW WHEN (NEW.revoked_at IS NULL) EXECUTE FUNCTION tell_app_of_grant();
CREATE TRIGGER tell_app_of_changed_grant AFTER UPDATE OF scopes, revoked_at ON oauth_grant FOR EACH ROW
  WHEN ((OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
    OR (NEW.revoked_at IS NULL AND NOT (OLD.scopes <@ NEW.scopes AND NEW.scopes <@ OLD.scopes)))
  EXECUTE FUNCTION tell_app_of_grant();

-- As claim_webhook_deliveries and due_webhook_endpoints, for the endpoints of apps as well. The version before does not know them: it would send
-- without a look at the consent.
CREATE FUNCTION claim_owned_webhook_deliveries(endpoints uuid[], most integer, most_failing integer, room integer, lease_seconds integer, clock timestamptz)
RETURNS SETOF webhook_pending LANGUAGE plpgsql
-- Planned once for all endpoints, not anew for each of a claim.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  endpoint record;
  free integer;
  lapsed integer;
  claimed integer;
  taken uuid := gen_random_uuid();
BEGIN
  FOR endpoint IN
    SELECT e.id, e.failures_in_a_row, e.livemode, s.id AS withheld FROM webhook_endpoint e LEFT JOIN oauth_app c ON c.id = e.app_id LEFT JOIN oauth_app p ON p.id = coalesce(c.live_app_id, c.id)
    JOIN account a ON a.id = coalesce(e.account_id, p.account_id)
    LEFT JOIN (store_member m JOIN store s ON s.id = m.store_id AND s.status <> 'approved') ON m.account_id = e.account_id
    WHERE e.id = ANY (endpoints) AND e.status = 'enabled' AND e.deleted_at IS NULL AND a.locked_at IS NULL
      AND (e.app_id IS NULL OR (c.deleted_at IS NULL AND p.deleted_at IS NULL AND p.suspended_at IS NULL)) ORDER BY e.id
  LOOP
    EXIT WHEN room <= 0;
    PERFORM pg_advisory_xact_lock(hashtextextended(endpoint.id::text, 7));
    SELECT CASE WHEN endpoint.failures_in_a_row > 0 THEN least(most, most_failing) ELSE most END - count(*) FILTER (WHERE p.leased_until > clock),
           count(*) FILTER (WHERE p.leased_until <= clock)
    INTO free, lapsed FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.leased;
    -- What a moved clock has passed is sent in the order of its due times.
    IF NOT endpoint.livemode AND EXISTS (SELECT FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.moved) THEN
      free := least(free, 1 - (SELECT count(*) FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.leased AND p.leased_until > clock));
    END IF;
    CONTINUE WHEN free <= 0;
    -- What a worker that died had taken waits like all the rest.
    IF lapsed > 0 THEN
      UPDATE webhook_pending SET lease = NULL, leased_until = NULL
      WHERE ctid = ANY (ARRAY(
        SELECT p.ctid FROM webhook_pending p WHERE p.endpoint_id = endpoint.id AND p.leased AND p.leased_until <= clock FOR UPDATE SKIP LOCKED));
    END IF;
    RETURN QUERY
      UPDATE webhook_pending SET lease = taken, leased_until = clock + make_interval(secs => lease_seconds)
      WHERE ctid = ANY (ARRAY(
        SELECT p.ctid FROM webhook_pending p
        WHERE p.endpoint_id = endpoint.id AND NOT p.leased AND p.due_at <= clock
          AND (endpoint.withheld IS NULL OR p.store_id IS DISTINCT FROM endpoint.withheld)
        ORDER BY p.due_at LIMIT least(free, room) FOR UPDATE SKIP LOCKED))
      RETURNING *;
    GET DIAGNOSTICS claimed = ROW_COUNT;
    room := room - claimed;
  END LOOP;
END $$;

CREATE FUNCTION due_owned_webhook_endpoints(most integer, most_failing integer, clock timestamptz) RETURNS SETOF uuid LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN QUERY
    -- OFFSET 0: looked for in each endpoint's part of the index, not once in all of it.
    SELECT endpoint.id FROM pending_webhook_endpoints() AS endpoint (id)
    WHERE EXISTS (
      SELECT FROM webhook_endpoint e LEFT JOIN oauth_app c ON c.id = e.app_id LEFT JOIN oauth_app p ON p.id = coalesce(c.live_app_id, c.id)
    JOIN account a ON a.id = coalesce(e.account_id, p.account_id)
      LEFT JOIN (store_member m JOIN store s ON s.id = m.store_id AND s.status <> 'approved') ON m.account_id = e.account_id
      WHERE e.id = endpoint.id AND e.status = 'enabled' AND e.deleted_at IS NULL AND a.locked_at IS NULL
      AND (e.app_id IS NULL OR (c.deleted_at IS NULL AND p.deleted_at IS NULL AND p.suspended_at IS NULL))
      AND (SELECT count(*) FROM webhook_pending p WHERE p.endpoint_id = e.id AND p.leased AND p.leased_until > clock)
        < CASE WHEN e.failures_in_a_row > 0 THEN least(most, most_failing) ELSE most END
      AND (EXISTS (
          SELECT FROM webhook_pending p WHERE p.endpoint_id = e.id AND NOT p.leased AND p.due_at <= clock AND (s.id IS NULL OR p.store_id IS DISTINCT FROM s.id))
        OR EXISTS (
          SELECT FROM webhook_pending p WHERE p.endpoint_id = e.id AND p.leased AND p.leased_until <= clock OFFSET 0)));
END $$;
