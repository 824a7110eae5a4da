-- Accounts of identity providers that sign in to accounts here: the provider's subject identifier (OpenID Connect Core
-- 1.0, section 2), never the email address, decides which account it is.
CREATE TABLE external_identity (
  provider text NOT NULL CONSTRAINT external_identity_provider CHECK (provider IN ('google', 'github', 'oidc')),
  subject text NOT NULL CONSTRAINT external_identity_subject CHECK (length(subject) BETWEEN 1 AND 255),
  account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  -- The address that the provider last named.
  email citext NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3),
  PRIMARY KEY (provider, subject),
  -- One account of a provider for each account here.
  CONSTRAINT external_identity_account UNIQUE (account_id, provider)
);
