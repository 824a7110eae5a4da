-- What one authorization gave: a code and all tokens that come from it carry its id, so that a code that is used twice takes
-- back exactly those.
ALTER TABLE oauth_code
  ADD COLUMN authorization_id uuid NOT NULL,
  ADD COLUMN claims jsonb,
  ADD CONSTRAINT oauth_code_authorization UNIQUE (authorization_id);
ALTER TABLE oauth_access_token ADD COLUMN authorization_id uuid NOT NULL, ADD COLUMN claims jsonb;
ALTER TABLE oauth_refresh_token ADD COLUMN authorization_id uuid NOT NULL, ADD COLUMN claims jsonb;
CREATE INDEX oauth_access_token_authorization_id_idx ON oauth_access_token (authorization_id);
CREATE INDEX oauth_refresh_token_authorization_id_idx ON oauth_refresh_token (authorization_id);

-- Tokens that were given out before a password changed end with it.
ALTER TABLE account ADD COLUMN password_changed_at timestamptz(3);

ALTER TABLE oauth_interaction
  ADD CONSTRAINT oauth_interaction_browser CHECK (octet_length(browser_hash) = 32),
  ADD CONSTRAINT oauth_interaction_account_id_fkey FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE;
CREATE INDEX oauth_interaction_account_id_idx ON oauth_interaction (account_id);

-- Every scope that the person has been asked about, allowed or not: they are asked again only about what is not among them.
ALTER TABLE oauth_grant ADD COLUMN shown_scopes text[] NOT NULL DEFAULT '{}';
ALTER TABLE oauth_grant ADD CONSTRAINT oauth_grant_shown CHECK (is_scope_set(shown_scopes) AND scopes <@ shown_scopes);
