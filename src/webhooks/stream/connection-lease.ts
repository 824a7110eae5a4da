import { newUuid } from "@/platform/new-uuid"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"

// SQL: connections are counted under an advisory lock.

/** Open streams of one credential, over all processes. */
export const STREAMS_PER_CREDENTIAL = 5

/** How long a connection still counts after its process was killed. */
const LEASE_SECONDS = 30
/** How often a process renews the leases of its streams. */
export const RENEW_MS = 10_000

export interface StreamLease {
  id: string
  credentialId: string
}

const LOCK_SQL = "SELECT pg_advisory_xact_lock(hashtextextended('event_stream:' || $1, 0))"
const FORGET_SQL = "DELETE FROM event_stream_connection WHERE credential_id = $1 AND expires_at < now()"
const INSERT_SQL = `
  INSERT INTO event_stream_connection (id, credential_id, expires_at) SELECT $2::uuid, $1::uuid, now() + interval '${LEASE_SECONDS} seconds'
  WHERE (SELECT count(*) FROM event_stream_connection WHERE credential_id = $1) < ${STREAMS_PER_CREDENTIAL} RETURNING id`
// Of rows that still exist: a stream that ended meanwhile must not count again.
const RENEW_SQL = `
  UPDATE event_stream_connection SET expires_at = now() + interval '${LEASE_SECONDS} seconds' WHERE id = ANY ($1::uuid[])`

/** Counts one more open stream of a credential; null if it has STREAMS_PER_CREDENTIAL already. */
export function acquireLease(credentialId: string): Promise<StreamLease | null> {
  return transaction(async (tx) => {
    await query(LOCK_SQL, [credentialId], tx)
    await query(FORGET_SQL, [credentialId], tx)
    const id = newUuid()
    return (await query(INSERT_SQL, [credentialId, id], tx)).length > 0 ? { id, credentialId } : null
  })
}

/** Extends the leases of open streams, so that they still count. */
export async function renewLeases(leases: readonly StreamLease[]): Promise<void> {
  if (leases.length === 0) return
  await query(RENEW_SQL, [leases.map(({ id }) => id)])
}

/** Releases the leases of streams that have ended, so that they no longer count. */
export async function releaseLeases(leases: readonly StreamLease[]): Promise<void> {
  if (leases.length === 0) return
  await query("DELETE FROM event_stream_connection WHERE id = ANY ($1::uuid[])", [leases.map(({ id }) => id)])
}
