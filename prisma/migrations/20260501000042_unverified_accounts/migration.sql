-- The worker deletes accounts whose address was not confirmed within a week.
CREATE INDEX account_unverified_idx ON account (created_at) WHERE email_verified_at IS NULL AND deleted_at IS NULL;
