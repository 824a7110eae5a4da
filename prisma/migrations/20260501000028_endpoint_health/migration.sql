-- Failures in a row are counted at most once a minute: a receiver that is away for a moment is not one that fails.
ALTER TABLE webhook_endpoint ADD COLUMN failure_counted_at timestamptz(3);
