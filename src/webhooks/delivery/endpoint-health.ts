import { randomUUID } from "node:crypto"
import { type Queryable, query } from "@/platform/db/query"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import { publishDisabled } from "@/webhooks/endpoints/disabled-event"
import { endpointPath } from "@/webhooks/endpoints/endpoint-path"
import type { Attempt } from "@/webhooks/delivery/attempt"
import { isOffSchedule, isSuccess } from "@/webhooks/delivery/schedule"

/** Consecutive failures at which emails are sent; the last one disables the endpoint. */
const NOTIFY_AT_FAILURES = [5, 10, 15]
const DISABLE_AT_FAILURES = 20
/**
 * Concurrent failures count as one, since a receiver that goes down fails them all. Shorter than the schedule's first
 * delay, so that each attempt of one delivery counts.
 */
const FAILURE_COUNT_INTERVAL_SECONDS = 4

/** What attempts reveal about an endpoint. */
interface EndpointHealth {
  endpoint_id: string
  /** Whether one of the attempts succeeded; test events do not count. */
  succeeded: boolean
  /** Whether a failed attempt may be retried, which requires that the endpoint is not deleted meanwhile. */
  failed: boolean
  /** Whether an attempt has failed since the last success. */
  failing: boolean
  gone: boolean
  /** The delivery of the last scheduled attempt that failed; null if none did. */
  failed_delivery: string | null
}

/** The attempts in the order of their ends. */
export function summarizeHealth(attempts: Attempt[]): EndpointHealth[] {
  const byEndpoint = new Map<string, EndpointHealth>()
  for (const { delivery, result } of attempts) {
    const health = byEndpoint.get(delivery.endpointId) ?? {
      endpoint_id: delivery.endpointId,
      succeeded: false,
      failed: false,
      failing: false,
      gone: false,
      failed_delivery: null,
    }
    byEndpoint.set(delivery.endpointId, health)
    if (delivery.trigger === "test") continue
    if (isSuccess(result)) Object.assign(health, { succeeded: true, failing: false })
    else if (delivery.trigger === "schedule") {
      health.failed = health.failing = true
      health.gone ||= result.statusCode === 410
      health.failed_delivery = delivery.deliveryId
    } else health.failed ||= isOffSchedule(delivery.trigger, delivery.failures)
  }
  return [...byEndpoint.values()]
}

interface CheckedEndpoint {
  id: string
  deleted: boolean
  /** The change of the endpoint's state by these attempts; null if there is none. */
  changed: FailingEndpoint | null
}

interface FailingEndpoint {
  id: string
  /** Its owner: an account, or a client of an OAuth app, whose developer gets the emails. */
  account_id: string | null
  app_id: string | null
  url: string
  livemode: boolean
  before: number
  after: number
  disabled_reason: "failing" | "gone" | null
  email: string
  name: string
  locale: string
}

// Where a sandbox's clock was moved, an attempt failed when it was due.
const FAILED_AT_SQL =
  "coalesce((SELECT p.due_at FROM webhook_pending p WHERE p.delivery_id = o.failed_delivery AND p.moved), $4::timestamptz, now())"

const UPDATE_HEALTH_SQL = `
  WITH outcome AS (SELECT * FROM json_to_recordset($1::json) AS o (endpoint_id uuid, succeeded boolean, failed boolean, failing boolean, gone boolean, failed_delivery uuid)),
  endpoint AS (
    SELECT w.id, o.failing, o.gone, ${FAILED_AT_SQL} AS failed_at, CASE WHEN o.succeeded THEN 0 ELSE w.failures_in_a_row END AS before, w.failure_counted_at AS counted_at,
      w.status = 'enabled' AND w.deleted_at IS NULL AS served, w.deleted_at IS NOT NULL AS deleted
    FROM webhook_endpoint w JOIN outcome o ON o.endpoint_id = w.id
    WHERE o.failed OR w.failures_in_a_row > 0 ORDER BY w.id FOR NO KEY UPDATE OF w),
  counted AS (
    SELECT id, gone, before, failed_at, failing AND (before = 0 OR counted_at IS NULL OR counted_at <= failed_at - make_interval(secs => $3)) AS counts
    FROM endpoint WHERE served),
  health AS (SELECT id, gone, before, failed_at, counts, before + counts::int AS after FROM counted),
  changed AS (
    UPDATE webhook_endpoint w SET failures_in_a_row = h.after,
      failure_counted_at = CASE WHEN h.counts THEN h.failed_at ELSE w.failure_counted_at END,
      status = CASE WHEN h.gone OR h.after >= $2 THEN 'disabled' ELSE w.status END,
      disabled_reason = CASE WHEN h.gone THEN 'gone' WHEN h.after >= $2 THEN 'failing' END,
      updated_at = CASE WHEN h.gone OR h.after >= $2 THEN now() ELSE w.updated_at END
    FROM health h, account a
    WHERE w.id = h.id AND a.id = coalesce(w.account_id, (SELECT p.account_id FROM oauth_app c JOIN oauth_app p ON p.id = coalesce(c.live_app_id, c.id) WHERE c.id = w.app_id)) AND (h.gone OR h.after <> w.failures_in_a_row OR h.counts)
    RETURNING w.id, w.account_id, w.app_id, w.url, w.livemode, h.before, h.after, w.disabled_reason, a.email, a.name, a.locale)
  SELECT e.id, e.deleted, CASE WHEN c.id IS NOT NULL THEN to_json(c) END AS changed FROM endpoint e LEFT JOIN changed c ON c.id = e.id`

/**
 * Counts failures, disables endpoints, notifies their owners by email and event, and locks the endpoints until the
 * transaction ends.
 * @param now replaces PostgreSQL's now()
 * @returns the endpoints that were deleted meanwhile
 */
export async function recordHealth(tx: Queryable, health: EndpointHealth[], now: Date | null): Promise<Set<string>> {
  const endpoints = await query<CheckedEndpoint>(
    UPDATE_HEALTH_SQL,
    [JSON.stringify(health), DISABLE_AT_FAILURES, FAILURE_COUNT_INTERVAL_SECONDS, now],
    tx,
  )
  for (const { changed } of endpoints) {
    if (!changed) continue
    await notifyOwner(tx, changed)
    if (changed.disabled_reason !== null) await publishDisabled(tx, changed)
  }
  return new Set(endpoints.filter(({ deleted }) => deleted).map(({ id }) => id))
}

async function notifyOwner(
  tx: Queryable,
  { id, app_id: appId, url, livemode, before, after, disabled_reason, email, name, locale }: FailingEndpoint,
): Promise<void> {
  const threshold = NOTIFY_AT_FAILURES.findLast((count) => before < count && after >= count)
  if (disabled_reason === null && threshold === undefined) return
  const template =
    disabled_reason === null ? "webhook_failing" : disabled_reason === "gone" ? "webhook_gone" : "webhook_disabled"
  await addJob(tx, "send_mail", {
    id: `webhook-${randomUUID()}`,
    to: email,
    locale,
    template,
    values: { name, url, count: String(after), link: env.appUrl + endpointPath({ id, livemode, appId }) },
  })
}
