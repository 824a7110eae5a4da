-- What an account's people need to see why a call failed. Everything here has been redacted before it comes here; headers are
-- those of an allow-list, bodies are kept for errors and changes alone.
ALTER TABLE request_log
  ADD COLUMN scope text,
  ADD COLUMN query text,
  ADD COLUMN request_headers json,
  ADD COLUMN request_body text,
  ADD COLUMN response_headers json,
  ADD COLUMN response_body text;

-- The log is read newest first: of an account in one mode, of its errors alone, or of one credential. What it is filtered by lies in
-- the indexes too, so that a filter that lets little through need not read the rows it leaves out.
DROP INDEX request_log_account_id_created_at_idx;
DROP INDEX request_log_credential_id_created_at_idx;
CREATE INDEX request_log_account_idx ON request_log (account_id, livemode, created_at DESC, id DESC) INCLUDE (status, method);
CREATE INDEX request_log_errors_idx ON request_log (account_id, livemode, created_at DESC, id DESC)
  INCLUDE (status, method, error_code, credential_id, path) WHERE status >= 400;
CREATE INDEX request_log_credential_idx ON request_log (credential_id, created_at DESC, id DESC) INCLUDE (status, method);
CREATE INDEX api_usage_errors_idx ON api_usage (account_id, hour) WHERE status >= 400;

-- An account's requests by the quarter of an hour: the hours and days of India, Nepal and every other time zone are made of those.
CREATE TABLE account_usage (
  account_id uuid NOT NULL,
  livemode boolean NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  requests integer NOT NULL CHECK (requests > 0),
  errors integer NOT NULL,
  within_5 integer NOT NULL DEFAULT 0,
  within_10 integer NOT NULL DEFAULT 0,
  within_25 integer NOT NULL DEFAULT 0,
  within_50 integer NOT NULL DEFAULT 0,
  within_100 integer NOT NULL DEFAULT 0,
  within_250 integer NOT NULL DEFAULT 0,
  within_500 integer NOT NULL DEFAULT 0,
  within_1000 integer NOT NULL DEFAULT 0,
  CONSTRAINT account_usage_pkey PRIMARY KEY (account_id, livemode, starts_at)
);
CREATE INDEX account_usage_starts_at_idx ON account_usage USING brin (starts_at);

INSERT INTO account_usage (account_id, livemode, starts_at, requests, errors, within_5, within_10, within_25, within_50, within_100, within_250, within_500, within_1000)
SELECT account_id, livemode, date_bin('15 minutes', created_at, '2000-01-01T00:00:00Z'), count(*), count(*) FILTER (WHERE status >= 400),
  count(*) FILTER (WHERE duration_ms <= 5), count(*) FILTER (WHERE duration_ms > 5 AND duration_ms <= 10),
  count(*) FILTER (WHERE duration_ms > 10 AND duration_ms <= 25), count(*) FILTER (WHERE duration_ms > 25 AND duration_ms <= 50),
  count(*) FILTER (WHERE duration_ms > 50 AND duration_ms <= 100), count(*) FILTER (WHERE duration_ms > 100 AND duration_ms <= 250),
  count(*) FILTER (WHERE duration_ms > 250 AND duration_ms <= 500), count(*) FILTER (WHERE duration_ms > 500 AND duration_ms <= 1000)
FROM request_log GROUP BY 1, 2, 3;
