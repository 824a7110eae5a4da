-- The request log in lean rows: the time is in the UUIDv7, and what repeats is stored once, in api_operation and api_client.
-- request_log becomes a view, so that processes of the previous version can write and read the log during the upgrade.
-- The rows so far are in request_log_before; the worker moves them (src/platform/request-log/move-request-log.ts).

ALTER TABLE request_log RENAME TO request_log_before;
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM request_log_before) THEN
    DROP TABLE request_log_before;
  END IF;
END $$;

-- RFC 9562, section 5.7: the first 48 bits are the Unix time in milliseconds.
CREATE FUNCTION uuid_v7_time(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT to_timestamp(('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) $$;

-- Less than or equal to every UUIDv7 of this millisecond and later ones.
CREATE FUNCTION uuid_v7_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT rpad(lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0'), 32, '0')::uuid $$;

CREATE TABLE api_operation (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  method text NOT NULL,
  operation text NOT NULL,
  scope text,
  UNIQUE NULLS NOT DISTINCT (method, operation, scope)
);

-- User agents with the headers that a client repeats.
CREATE TABLE api_client (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest uuid NOT NULL UNIQUE,
  user_agent text,
  request_headers json NOT NULL,
  seen_on date NOT NULL
);

CREATE TABLE api_request (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  credential_id uuid NOT NULL,
  duration_ms real NOT NULL,
  client integer,
  status smallint NOT NULL CONSTRAINT api_request_status CHECK (status BETWEEN 100 AND 599),
  operation smallint NOT NULL,
  -- The last two bytes of credential_id, for the index.
  credential_tag smallint NOT NULL,
  livemode boolean NOT NULL,
  oauth boolean NOT NULL,
  -- Whether its writer has added it to the usage, as the previous version does.
  counted boolean NOT NULL DEFAULT false,
  ip inet,
  path text NOT NULL,
  query text,
  error_code text,
  -- Only if the client chose it; otherwise it is the id.
  request_id text,
  -- What api_client does not have of the row.
  user_agent text,
  request_headers json,
  request_body text,
  response_headers json,
  response_body text,
  CONSTRAINT api_request_pkey PRIMARY KEY (account_id, livemode, id) INCLUDE (status, operation, credential_tag)
) PARTITION BY RANGE (id);
CREATE INDEX api_request_errors_idx ON api_request (account_id, livemode, id) INCLUDE (status, operation, credential_tag, error_code) WHERE status >= 400;
CREATE INDEX api_request_request_id_idx ON api_request (account_id, request_id) WHERE request_id IS NOT NULL;
CREATE INDEX api_request_time_idx ON api_request USING brin (id) WITH (pages_per_range = 32, autosummarize = on);
CREATE TABLE api_request_default PARTITION OF api_request DEFAULT;

-- Usage is counted from the log up to rolled_up_to. Requests before closing_at that are stored now are listed in api_request_late.
CREATE TABLE usage_roll_up (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  rolled_up_to uuid NOT NULL,
  closing_at uuid NOT NULL CHECK (closing_at >= rolled_up_to)
);
INSERT INTO usage_roll_up (rolled_up_to, closing_at) VALUES (uuid_v7_floor(now()), uuid_v7_floor(now()));
CREATE TABLE api_request_late (
  account_id uuid NOT NULL,
  livemode boolean NOT NULL,
  id uuid NOT NULL,
  credential_id uuid NOT NULL,
  oauth boolean NOT NULL,
  operation smallint NOT NULL,
  status smallint NOT NULL,
  error_code text,
  duration_ms real NOT NULL,
  PRIMARY KEY (account_id, livemode, id)
);

-- The requests that are not in the usage yet. A reader that knows how far usage was counted a moment ago says so for the recent ones, so that
-- only their partitions are planned: NOT is_recent OR id >= $1.
CREATE VIEW api_request_tail AS
SELECT t.is_recent, t.account_id, t.livemode, t.id, uuid_v7_time(t.id) AS created_at, t.credential_id, CASE WHEN t.oauth THEN 'oauth' ELSE 'api_key' END AS credential_kind,
       o.operation, t.status::integer AS status, coalesce(t.error_code, '') AS error_code, t.duration_ms
FROM (
  SELECT true AS is_recent, account_id, livemode, id, credential_id, oauth, operation, status, error_code, duration_ms FROM api_request
  WHERE id >= (SELECT rolled_up_to FROM usage_roll_up) AND livemode = ANY ('{true,false}') AND NOT counted
  UNION ALL
  SELECT false, account_id, livemode, id, credential_id, oauth, operation, status, error_code, duration_ms FROM api_request_late
  WHERE id < (SELECT rolled_up_to FROM usage_roll_up)
) t LEFT JOIN api_operation o ON o.id = t.operation;

CREATE VIEW api_usage_current AS
SELECT false AS is_recent, NULL::uuid AS id, hour, account_id, credential_id, credential_kind, operation, status, error_code, requests, duration_ms,
       within_5, within_10, within_25, within_50, within_100, within_250, within_500, within_1000, within_2500, within_5000, within_10000, within_30000, over_30000
FROM api_usage
UNION ALL
SELECT is_recent, id, date_trunc('hour', created_at, 'UTC')::timestamptz(3), account_id, credential_id, credential_kind, operation, status, error_code, 1, duration_ms,
       (b = 0)::int, (b = 1)::int, (b = 2)::int, (b = 3)::int, (b = 4)::int, (b = 5)::int, (b = 6)::int, (b = 7)::int, (b = 8)::int, (b = 9)::int, (b = 10)::int, (b = 11)::int, (b = 12)::int
FROM (SELECT *, 12 - width_bucket(-duration_ms::float8, '{-30000,-10000,-5000,-2500,-1000,-500,-250,-100,-50,-25,-10,-5}'::float8[]) AS b FROM api_request_tail) t;

CREATE VIEW request_log AS
SELECT r.id, coalesce(r.request_id, r.id::text) AS request_id, r.account_id, CASE WHEN r.oauth THEN 'oauth' ELSE 'api_key' END AS credential_kind, r.credential_id,
       r.livemode, o.method, r.path, o.operation, r.status::integer AS status, r.error_code, r.duration_ms, r.ip, coalesce(r.user_agent, c.user_agent) AS user_agent,
       uuid_v7_time(r.id)::timestamptz(3) AS created_at, o.scope, r.query,
       CASE WHEN c.request_headers IS NULL THEN r.request_headers WHEN r.request_headers IS NULL THEN c.request_headers
            ELSE (c.request_headers::jsonb || r.request_headers::jsonb)::json END AS request_headers,
       r.request_body, r.response_headers, r.response_body
FROM api_request r LEFT JOIN api_operation o ON o.id = r.operation LEFT JOIN api_client c ON c.id = r.client;

-- An id of the log whose time is this one.
CREATE FUNCTION api_request_id(id uuid, created_at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN uuid_v7_time(id) = created_at THEN id ELSE (left(uuid_v7_floor(created_at)::text, 14) || substr(id::text, 15))::uuid END $$;

CREATE FUNCTION credential_tag(id uuid) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT (('x' || right(id::text, 4))::bit(16)::integer - 32768)::smallint $$;

-- Writers of the previous version, which add their requests to the usage themselves.
CREATE FUNCTION insert_request_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE operation_id smallint;
BEGIN
  NEW.id := api_request_id(NEW.id, NEW.created_at);
  LOOP
    SELECT o.id INTO operation_id FROM api_operation o WHERE o.method = NEW.method AND o.operation = NEW.operation AND o.scope IS NOT DISTINCT FROM NEW.scope;
    EXIT WHEN FOUND;
    INSERT INTO api_operation (method, operation, scope) VALUES (NEW.method, NEW.operation, NEW.scope) ON CONFLICT DO NOTHING;
  END LOOP;
  INSERT INTO api_request (account_id, id, credential_id, duration_ms, status, operation, credential_tag, livemode, oauth, counted, ip, path, query, error_code,
                           request_id, user_agent, request_headers, request_body, response_headers, response_body)
  VALUES (NEW.account_id, NEW.id, NEW.credential_id, NEW.duration_ms, NEW.status, operation_id, credential_tag(NEW.credential_id), NEW.livemode,
          NEW.credential_kind = 'oauth', true, NEW.ip, NEW.path, NEW.query, NEW.error_code, nullif(NEW.request_id, NEW.id::text), NEW.user_agent,
          NEW.request_headers, NEW.request_body, NEW.response_headers, NEW.response_body)
  ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;
CREATE TRIGGER insert_request_log INSTEAD OF INSERT ON request_log FOR EACH ROW EXECUTE FUNCTION insert_request_log();

CREATE OR REPLACE FUNCTION make_day_partitions(from_day date, until_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  day date;
  partition text;
  bounds text[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('make_day_partitions'));
  FOREACH parent IN ARRAY ARRAY['api_request', 'api_usage', 'webhook_event', 'webhook_delivery', 'webhook_attempt'] LOOP
    FOR day IN SELECT generate_series(from_day, until_day, interval '1 day')::date LOOP
      partition := parent || '_' || to_char(day, 'YYYYMMDD');
      CONTINUE WHEN to_regclass(partition) IS NOT NULL;
      bounds := ARRAY[day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00'];
      IF parent = 'api_request' THEN
        bounds := ARRAY[uuid_v7_floor(bounds[1]::timestamptz)::text, uuid_v7_floor(bounds[2]::timestamptz)::text];
      END IF;
      BEGIN
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) WITH (fillfactor = %s)', partition, parent,
                       bounds[1], bounds[2], CASE parent WHEN 'webhook_delivery' THEN 65 ELSE 100 END);
      EXCEPTION WHEN check_violation THEN
        RAISE NOTICE 'the rows of % stay in %_default', day, parent;
      END;
    END LOOP;
  END LOOP;
END $$;
SELECT make_day_partitions(((now() AT TIME ZONE 'UTC')::date - 31), ((now() AT TIME ZONE 'UTC')::date + 7));
