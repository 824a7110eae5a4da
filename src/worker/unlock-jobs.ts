import { pool } from "@/platform/db/pool"

// A runner names its listening connection after itself. If a runner has just lost that connection, or is of an older
// version that did not name it, a job that takes longer than this may run twice. Emails rarely take so long, and the
// other jobs are idempotent.
const UNLOCK_SQL = `
  SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker.jobs
  WHERE locked_at < now() - interval '2 minutes' AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = locked_by)`

/** Releases the jobs of killed processes, which graphile-worker would do after four hours. Runs every minute. */
export async function unlockJobs(): Promise<void> {
  await pool().query(UNLOCK_SQL)
}
