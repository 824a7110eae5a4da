-- A test client is an app of its own that refers to its live app, whose name, scopes, testers and approval hold for it. It has no versions: its
-- redirect URIs are its own, and need no review.
ALTER TABLE oauth_app
  ADD COLUMN live_app_id uuid REFERENCES oauth_app (id) ON DELETE CASCADE,
  ADD COLUMN redirect_uris text[],
  ADD COLUMN post_logout_redirect_uris text[],
  ADD CONSTRAINT oauth_app_test_client CHECK (live_app_id <> id AND (live_app_id IS NULL) = (redirect_uris IS NULL)
    AND (live_app_id IS NULL) = (post_logout_redirect_uris IS NULL) AND (live_app_id IS NULL OR suspended_at IS NULL)
    AND cardinality(redirect_uris) <= 20 AND cardinality(post_logout_redirect_uris) <= 20);
CREATE INDEX oauth_app_live_app_id_idx ON oauth_app (live_app_id);
CREATE UNIQUE INDEX oauth_app_one_test_client ON oauth_app (live_app_id) WHERE deleted_at IS NULL;

-- Whether the app knows the person as the persona of their sandbox: what the consent page said, so it never changes.
ALTER TABLE oauth_grant ADD COLUMN persona boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION is_scope_set(scopes text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT scopes <@ ARRAY['openid', 'profile', 'email', 'profile.read', 'catalog.read', 'orders.read', 'seller.orders.read',
                         'seller.orders.write', 'seller.orders.manage', 'seller.refunds.write', 'webhooks.manage', 'sandbox.manage']
$$;

-- What versions and keys may not have, as before. No row has it, so that none needs to be looked at.
ALTER TABLE oauth_app_version ADD CONSTRAINT oauth_app_version_live_scopes CHECK (NOT (required_scopes || optional_scopes) @> ARRAY['sandbox.manage']) NOT VALID;
ALTER TABLE api_key ADD CONSTRAINT api_key_chosen_scopes CHECK (NOT scopes @> ARRAY['sandbox.manage']) NOT VALID;
