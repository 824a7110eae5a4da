-- Numbers the faults of a sandbox, so that their ids repeat when a script runs again after a reset.
ALTER TABLE world ADD COLUMN fault_count integer NOT NULL DEFAULT 0;
