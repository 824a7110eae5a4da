-- Incidents that staff write about on the status page. Titles and bodies are texts by language.
CREATE TABLE status_incident (
  id uuid PRIMARY KEY,
  component text NOT NULL CONSTRAINT status_incident_component CHECK (component IN ('api', 'database', 'oauth', 'webhooks')),
  severity text NOT NULL CONSTRAINT status_incident_severity CHECK (severity IN ('minor', 'major', 'critical')),
  -- That of the last update.
  status text NOT NULL CONSTRAINT status_incident_status CHECK (status IN ('investigating', 'identified', 'monitoring', 'resolved')),
  title jsonb NOT NULL CONSTRAINT status_incident_title CHECK (title ?| ARRAY['en', 'hi', 'mai']),
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  resolved_at timestamptz(3),
  CONSTRAINT status_incident_resolved CHECK ((status = 'resolved') = (resolved_at IS NOT NULL))
);
CREATE INDEX status_incident_started_at_idx ON status_incident (started_at DESC);

CREATE TABLE status_incident_update (
  id uuid PRIMARY KEY,
  incident_id uuid NOT NULL REFERENCES status_incident (id) ON DELETE CASCADE,
  status text NOT NULL CONSTRAINT status_incident_update_status CHECK (status IN ('investigating', 'identified', 'monitoring', 'resolved')),
  body jsonb NOT NULL CONSTRAINT status_incident_update_body CHECK (body ?| ARRAY['en', 'hi', 'mai']),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX status_incident_update_incident_id_created_at_idx ON status_incident_update (incident_id, created_at);
