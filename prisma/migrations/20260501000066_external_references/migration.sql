-- Keys of the marketplace's operator, made at the terminal. They act as the operators' account, which nobody can sign in to.
CREATE TABLE operator_key (
  id uuid NOT NULL PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  name text NOT NULL,
  hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT operator_key_name CHECK (char_length(name) BETWEEN 1 AND 80),
  CONSTRAINT operator_key_hash CHECK (octet_length(hash) = 32),
  CONSTRAINT operator_key_last_four CHECK (char_length(last_four) = 4)
);
CREATE UNIQUE INDEX operator_key_hash_key ON operator_key (hash);
CREATE INDEX operator_key_account_id_idx ON operator_key (account_id);

-- The shop's own references of what came from it. Whoever inserts one first does the work; a repeat finds it there. It is inserted before its
-- order, so that its foreign keys are checked at the end of the transaction.
CREATE TABLE external_reference (
  external_id text NOT NULL,
  kind text NOT NULL,
  world_id uuid NOT NULL DEFAULT '00000000-0000-7000-8000-000000000001',
  order_id uuid NOT NULL,
  -- Of a delivery.
  seller_order_id uuid,
  -- SHA-256 of what was sent. Null for an imported order.
  fingerprint bytea,
  -- Null for an imported order.
  operator_key_id uuid REFERENCES operator_key (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (external_id, kind, world_id),
  CONSTRAINT external_reference_kind CHECK (kind IN ('order', 'payment', 'delivery')),
  CONSTRAINT external_reference_id CHECK (char_length(external_id) BETWEEN 1 AND 200),
  CONSTRAINT external_reference_delivery CHECK ((kind = 'delivery') = (seller_order_id IS NOT NULL)),
  CONSTRAINT external_reference_order_id_fkey FOREIGN KEY (order_id, world_id) REFERENCES customer_order (id, world_id)
    ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT external_reference_seller_order_id_fkey FOREIGN KEY (seller_order_id, world_id) REFERENCES seller_order (id, world_id)
    ON UPDATE CASCADE ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX external_reference_order_id_idx ON external_reference (order_id);
CREATE INDEX external_reference_seller_order_id_idx ON external_reference (seller_order_id) WHERE seller_order_id IS NOT NULL;
