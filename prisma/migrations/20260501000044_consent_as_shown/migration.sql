-- What a consent page said, so that a decision is judged by it: a developer may change the app while the page is open.
ALTER TABLE oauth_interaction ADD COLUMN shown jsonb;

-- Optional scopes that show other people's data or change something start unticked. Versions that were submitted before go on as they are.
ALTER TABLE oauth_app_version ADD COLUMN preselects_sensitive boolean NOT NULL DEFAULT false;
UPDATE oauth_app_version SET preselects_sensitive = true WHERE status IN ('approved', 'in_review');
