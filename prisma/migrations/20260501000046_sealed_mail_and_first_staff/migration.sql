-- Mails stood here in clear, with links that open accounts. What was kept goes; its links end within a day in any case.
TRUNCATE mailbox_message;
ALTER TABLE mailbox_message DROP COLUMN text, DROP COLUMN html, ADD COLUMN body_encrypted BYTEA NOT NULL;

-- The one-time link with which an operator makes the first staff account: one row, the latest start's.
CREATE TABLE first_staff_link (
  id BOOLEAN NOT NULL DEFAULT true,
  hash BYTEA NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  used_at TIMESTAMPTZ(3),
  CONSTRAINT first_staff_link_pkey PRIMARY KEY (id),
  CONSTRAINT first_staff_link_one CHECK (id)
);
