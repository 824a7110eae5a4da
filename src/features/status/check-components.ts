// SQL: one statement finds whether a delivery is late, in the table of the queue.
import type { StatusComponent } from "@/domain/status"
import { getComponentStates } from "@/features/status/components"
import { pool } from "@/platform/db/pool"
import { env } from "@/platform/env"

/** A component that takes longer counts as down. */
const TIMEOUT_MS = 10_000

// A delivery is late if it was due five minutes ago and no worker is sending to its endpoint. Sandboxes have clocks and
// faults of their own, so only live endpoints count.
const LATE_DELIVERY_SQL = `
  SELECT EXISTS (
    SELECT FROM webhook_pending p JOIN webhook_endpoint e ON e.id = p.endpoint_id
    WHERE NOT p.leased AND p.due_at < now() - interval '5 minutes' AND e.livemode AND e.status = 'enabled'
      AND NOT EXISTS (
        SELECT FROM webhook_pending l WHERE l.endpoint_id = p.endpoint_id AND l.leased AND l.leased_until > now()
      )
  ) AS late`

async function isServing(path: string, stopped: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)])
  const response = await fetch(env.appUrl + path, { signal, redirect: "error" })
  await response.arrayBuffer()
  return response.status === 200
}

async function hasLateDelivery(): Promise<boolean> {
  const { rows } = await pool().query<{ late: boolean }>(LATE_DELIVERY_SQL)
  return rows[0]?.late ?? true
}

/** A check that fails with an error finds its component down. */
function check(works: Promise<boolean>): Promise<boolean> {
  return works.catch(() => false)
}

/**
 * Whether each component works now: the API and OAuth as clients reach them, at APP_URL. Never throws; the results mean
 * nothing once it is stopped.
 */
export async function checkComponents(stopped: AbortSignal): Promise<Record<StatusComponent, boolean>> {
  const [api, database, oauth, webhooks] = await Promise.all([
    check(isServing("/v1/status", stopped)),
    check(getComponentStates().then((states) => states.database === "ok")),
    check(isServing("/oauth/jwks", stopped)),
    check(hasLateDelivery().then((late) => !late)),
  ])
  return { api, database, oauth, webhooks }
}
