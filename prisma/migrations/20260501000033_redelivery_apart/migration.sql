-- A redelivery of what waits for its next attempt is one attempt besides the schedule, which goes on when it fails: when it would have gone on.
ALTER TABLE webhook_pending
  ADD COLUMN resumes_at timestamptz(3),
  ADD CONSTRAINT webhook_pending_resumes_at CHECK ((resumes_at IS NOT NULL) = (trigger = 'redelivery' AND failures > 0));
