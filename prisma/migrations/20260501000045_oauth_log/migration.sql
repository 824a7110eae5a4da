-- Why codes and tokens were refused, for the developer of the app. It names people and grants by their ids alone, and outlives both by 30 days at most.
CREATE TABLE oauth_log_entry (
  id uuid PRIMARY KEY,
  app_id uuid NOT NULL REFERENCES oauth_app ON DELETE CASCADE,
  endpoint text NOT NULL,
  error text NOT NULL,
  reason text NOT NULL,
  detail text,
  account_id uuid,
  grant_id uuid,
  request_id text NOT NULL,
  occurrences int NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX oauth_log_entry_app_idx ON oauth_log_entry (app_id, id DESC);
CREATE INDEX oauth_log_entry_reason_idx ON oauth_log_entry (app_id, reason, id DESC);
CREATE INDEX oauth_log_entry_created_at_idx ON oauth_log_entry (created_at);
