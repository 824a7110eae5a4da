-- When the person of a session last proved who they are: secrets are shown, and the account is changed, only soon after.
ALTER TABLE session ADD COLUMN proved_at timestamptz(3);
UPDATE session SET proved_at = created_at;
ALTER TABLE session ALTER COLUMN proved_at SET DEFAULT CURRENT_TIMESTAMP, ALTER COLUMN proved_at SET NOT NULL;

-- An account that its holder has deleted stays as a name for its orders, without anything of the person.
ALTER TABLE account ADD COLUMN deleted_at timestamptz(3);
ALTER TABLE account ADD CONSTRAINT account_deleted CHECK (deleted_at IS NULL OR locked_at IS NOT NULL AND password_hash IS NULL AND email_verified_at IS NULL);

-- A picture that an account holder has uploaded, redrawn by us. Another picture has another id, and so another address.
CREATE TABLE avatar (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL UNIQUE REFERENCES account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  picture bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT avatar_size CHECK (octet_length(picture) <= 524288)
);

-- A change of the e-mail address: made when both ends have said yes, stopped by the old one.
CREATE TABLE email_change (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  old_email citext NOT NULL,
  new_email citext NOT NULL,
  old_hash bytea NOT NULL UNIQUE,
  new_hash bytea NOT NULL UNIQUE,
  old_confirmed_at timestamptz(3),
  new_confirmed_at timestamptz(3),
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT email_change_hashes CHECK (octet_length(old_hash) = 32 AND octet_length(new_hash) = 32),
  CONSTRAINT email_change_address CHECK (char_length(new_email::text) BETWEEN 3 AND 254)
);
CREATE INDEX email_change_account_id_idx ON email_change (account_id);
CREATE UNIQUE INDEX email_change_one_open ON email_change (account_id) WHERE ended_at IS NULL;

-- Second factors. A TOTP counts once it is confirmed; last_step is the last step of 30 seconds whose code was used.
CREATE TABLE totp (
  account_id uuid PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  seed_encrypted bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  confirmed_at timestamptz(3)
);

CREATE TABLE recovery_code (
  hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  used_at timestamptz(3),
  CONSTRAINT recovery_code_hash CHECK (octet_length(hash) = 32)
);
CREATE INDEX recovery_code_account_id_idx ON recovery_code (account_id);

CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  backed_up boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3),
  CONSTRAINT passkey_name CHECK (char_length(name) BETWEEN 1 AND 80)
);
CREATE INDEX passkey_account_id_idx ON passkey (account_id);

-- What an authenticator must sign, once. One for a new passkey belongs to the account that asked.
CREATE TABLE webauthn_challenge (
  hash bytea PRIMARY KEY,
  account_id uuid REFERENCES account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT webauthn_challenge_hash CHECK (octet_length(hash) = 32)
);
CREATE INDEX webauthn_challenge_account_id_idx ON webauthn_challenge (account_id);
CREATE INDEX webauthn_challenge_expires_at_idx ON webauthn_challenge (expires_at);

-- A sign-in whose password was right and that waits for the second factor; the browser holds the token.
CREATE TABLE sign_in_step (
  hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  attempts int NOT NULL DEFAULT 0,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT sign_in_step_hash CHECK (octet_length(hash) = 32)
);
CREATE INDEX sign_in_step_account_id_idx ON sign_in_step (account_id);
CREATE INDEX sign_in_step_expires_at_idx ON sign_in_step (expires_at);
