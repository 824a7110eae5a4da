-- What an account's people need to see why a call failed. Everything here has been redacted before it comes here; headers are
-- those of an allow-list, bodies are kept for errors and changes alone.
ALTER TABLE request_log
  ADD COLUMN scope text,
  ADD COLUMN query text,
  ADD COLUMN request_headers json,
  ADD COLUMN request_body text,
  ADD COLUMN response_headers json,
  ADD COLUMN response_body text;

-- The log is read newest first, in one mode, and its errors are looked for most.
DROP INDEX request_log_account_id_created_at_idx;
CREATE INDEX request_log_account_id_livemode_created_at_id_idx ON request_log (account_id, livemode, created_at DESC, id DESC);
CREATE INDEX request_log_errors_idx ON request_log (account_id, livemode, created_at DESC, id DESC) WHERE status >= 400;

-- Usage is counted by the quarter of an hour from now on: the hours and days of India, Nepal and every other time zone are made of those.
ALTER TABLE api_usage RENAME COLUMN hour TO starts_at;
ALTER INDEX api_usage_account_id_hour_idx RENAME TO api_usage_account_id_starts_at_idx;
