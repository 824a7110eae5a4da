import { pool } from "@/platform/db/pool"

// A runner names the connection by which it listens after itself. One that has just lost it, or is of an older version that did not name it,
// may see a job done twice that takes longer than this: hardly a mail does, and the others do no harm twice.
const UNLOCK = `
  SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker.jobs
  WHERE locked_at < now() - interval '2 minutes' AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = locked_by)`

/** Lets others have what a process that was killed had taken, which graphile-worker would do after four hours. Runs every minute. */
export const unlockJobs = async (): Promise<void> => {
  await pool().query(UNLOCK)
}
