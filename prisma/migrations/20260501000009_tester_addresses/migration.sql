-- A tester is an address: the list must not tell its app's owner who has an account.
ALTER TABLE oauth_app_tester ADD COLUMN email citext;
UPDATE oauth_app_tester t SET email = a.email FROM account a WHERE a.id = t.account_id;
ALTER TABLE oauth_app_tester DROP COLUMN account_id;
ALTER TABLE oauth_app_tester ALTER COLUMN email SET NOT NULL;
ALTER TABLE oauth_app_tester ADD PRIMARY KEY (app_id, email);
