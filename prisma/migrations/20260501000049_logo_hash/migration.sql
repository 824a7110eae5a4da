-- The start of a logo's SHA-256, by which its address tells one picture from the next: whoever shows an app need not read the picture for it.
ALTER TABLE oauth_app_version ADD COLUMN logo_hash text GENERATED ALWAYS AS (left(encode(sha256(logo), 'hex'), 16)) STORED;
