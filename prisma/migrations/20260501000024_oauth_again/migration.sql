-- A form that is posted is answered by a redirect; what its page is then shown again with is kept until it is posted anew. No secret is.
ALTER TABLE oauth_interaction ADD COLUMN again jsonb NOT NULL DEFAULT '{}';
