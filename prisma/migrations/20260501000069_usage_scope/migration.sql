-- The constraints that use it need no new look at their rows, since it only allows more.
CREATE OR REPLACE FUNCTION is_scope_set(scopes text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT scopes <@ ARRAY['openid', 'profile', 'email', 'profile.read', 'catalog.read', 'orders.read', 'seller.orders.read',
                         'seller.orders.write', 'seller.orders.manage', 'seller.refunds.write', 'webhooks.manage', 'sandbox.manage', 'usage.read']
$$;
