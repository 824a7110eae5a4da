-- Browsers that an account has signed in with: they are let in while strangers' failed sign-ins are refused.
CREATE TABLE known_device (
  hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT known_device_hash CHECK (octet_length(hash) = 32)
);
CREATE INDEX known_device_account_id_idx ON known_device (account_id);
CREATE INDEX known_device_expires_at_idx ON known_device (expires_at);

-- Changes of an unverified address had counted as allowed by it from the beginning. Both ends are asked from now on.
UPDATE email_change SET ended_at = now() WHERE ended_at IS NULL AND old_confirmed_at <= created_at;
