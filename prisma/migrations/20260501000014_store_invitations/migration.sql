-- A store's owner asks people in by address, whether or not somebody has an account with it yet.
CREATE TABLE store_invitation (
  store_id   integer        NOT NULL REFERENCES store (id) ON DELETE CASCADE ON UPDATE CASCADE,
  email      citext         NOT NULL CHECK (char_length(email::text) BETWEEN 3 AND 254),
  role       text           NOT NULL CONSTRAINT store_invitation_role CHECK (role IN ('manager', 'orders', 'catalogue')),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT store_invitation_pkey PRIMARY KEY (store_id, email)
);
CREATE INDEX store_invitation_email_idx ON store_invitation (email);
