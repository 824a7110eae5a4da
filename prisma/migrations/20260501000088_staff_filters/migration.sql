-- The filters of the staff: orders of a status, a payment status and a period; locked accounts, and those of the staff; the
-- entries of an action.
CREATE INDEX customer_order_live_idx ON customer_order (status, payment_status, placed_at DESC, number DESC)
  WHERE world_id = '00000000-0000-7000-8000-000000000001';
CREATE INDEX account_locked_idx ON account (created_at DESC, id DESC) WHERE locked_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX account_staff_idx ON account (created_at DESC, id DESC) WHERE 'staff' = ANY (roles) AND deleted_at IS NULL;
CREATE INDEX audit_entry_action_idx ON audit_entry (action, id DESC);
