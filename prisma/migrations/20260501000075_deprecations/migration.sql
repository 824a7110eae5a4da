-- The API version of a key's requests that name none; null for the first version.
ALTER TABLE api_key ADD COLUMN api_version text;

-- One row for each request of the last days that used something deprecated. The id is that of the request in the log, so
-- that a request which is stored again is not counted twice.
CREATE TABLE deprecated_call (
  account_id uuid NOT NULL,
  subject text NOT NULL,
  id uuid NOT NULL,
  request_id text,
  livemode boolean NOT NULL,
  credential_id uuid NOT NULL,
  app_id uuid,
  PRIMARY KEY (account_id, subject, id)
);
CREATE INDEX deprecated_call_app ON deprecated_call (app_id, subject) WHERE app_id IS NOT NULL;
CREATE INDEX deprecated_call_id ON deprecated_call (id);

-- What is older, counted by day. The ids are those of the newest requests.
CREATE TABLE deprecated_call_day (
  account_id uuid NOT NULL,
  subject text NOT NULL,
  credential_id uuid NOT NULL,
  day date NOT NULL,
  livemode boolean NOT NULL,
  app_id uuid,
  calls bigint NOT NULL,
  last_called_at timestamptz(3) NOT NULL,
  request_ids text[] NOT NULL,
  PRIMARY KEY (account_id, subject, credential_id, day)
);
CREATE INDEX deprecated_call_day_app ON deprecated_call_day (app_id, subject) WHERE app_id IS NOT NULL;

-- Which mails about a deprecation an account has been sent.
CREATE TABLE deprecation_notice (
  account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  subject text NOT NULL,
  notice text NOT NULL CONSTRAINT deprecation_notice_kind CHECK (notice IN ('first_use', '90_days', '30_days', '7_days')),
  sent_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, subject, notice)
);
