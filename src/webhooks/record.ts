import { randomUUID } from "node:crypto"
import { publicId } from "@/domain/public-id"
import { uuidTime } from "@/domain/uuid-time"
import { type Queryable, query, transaction } from "@/platform/db"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import type { Attempt } from "@/webhooks/attempt"
import { isSuccess, verdictOn } from "@/webhooks/schedule"

/** Mails go out at these failures in a row; at the last the endpoint is disabled. */
const MAIL_AT = [5, 10, 15]
const DISABLE_AT = 20

/**
 * Writes what attempts came to: the attempts, what becomes of their deliveries, and how their endpoints fare.
 * @param clock in place of PostgreSQL's
 */
export const record = async (attempts: Attempt[], clock: Date | null = null): Promise<void> => {
  const health = healthOf(attempts)
  if (health.every(({ failures, gone }) => failures === 0 && !gone)) {
    await writeAttempts(attempts, clock)
    const alive = health.filter(({ succeeded }) => succeeded).map(({ endpoint_id }) => endpoint_id)
    if (alive.length > 0) await query(RECOVERED, [alive])
    return
  }
  await transaction(async (tx) => {
    await writeAttempts(attempts, clock, tx)
    const troubled = await query<Troubled>(HEALTH, [JSON.stringify(health), DISABLE_AT], tx)
    for (const endpoint of troubled) await mailAbout(tx, endpoint)
  })
}

/** Those that are not written yet, when it is not known whether the last try was. */
export const withoutRecorded = async (attempts: Attempt[]): Promise<Attempt[]> => {
  const rows = await query<{ id: string }>("SELECT a.id FROM webhook_attempt a JOIN unnest($1::uuid[], $2::timestamptz[]) AS n (id, created_at) USING (id, created_at)", [
    attempts.map(({ id }) => id),
    attempts.map(({ startedAt }) => startedAt),
  ])
  const written = new Set(rows.map(({ id }) => id))
  return attempts.filter(({ id }) => !written.has(id))
}

const writeAttempts = async (attempts: Attempt[], clock: Date | null, tx?: Queryable): Promise<void> => {
  const rows = attempts.map(({ id, startedAt, claimed, requestHeaders, answer }) => {
    const { status, delaySeconds } = verdictOn(claimed.trigger, claimed.failures, answer, clock ?? startedAt, Math.random())
    return {
      id,
      started_at: startedAt,
      delivery_id: claimed.deliveryId,
      delivery_created_at: uuidTime(claimed.deliveryId),
      lease: claimed.lease,
      trigger: claimed.trigger,
      url: claimed.endpoint.url,
      request_headers: requestHeaders,
      status_code: answer.statusCode,
      error: answer.error,
      response_headers: answer.headers,
      response_body: answer.body,
      duration_ms: answer.durationMs,
      status,
      delay: delaySeconds,
    }
  })
  const days = rows.map(({ delivery_created_at }) => delivery_created_at.getTime())
  await query(RECORD, [JSON.stringify(rows), clock, new Date(Math.min(...days)), new Date(Math.max(...days)), rows.map(({ delivery_id }) => delivery_id)], tx)
}

// Whoever has lost the lease has made an attempt all the same, but decides nothing, unless it was the one that arrived. The deliveries' ids
// and days are given once more by themselves: PostgreSQL then looks them up in their partitions, however large those are.
const RECORD = `
  WITH news AS (
    SELECT * FROM json_to_recordset($1::json) AS n (id uuid, started_at timestamptz, delivery_id uuid, delivery_created_at timestamptz, lease uuid, trigger text, url text,
      request_headers jsonb, status_code int, error text, response_headers jsonb, response_body text, duration_ms int, status text, delay double precision)),
  ended AS (
    DELETE FROM webhook_pending p USING news n WHERE p.delivery_id = n.delivery_id AND p.lease = n.lease AND n.delay IS NULL
    RETURNING p.delivery_id),
  postponed AS (
    UPDATE webhook_pending p SET due_at = coalesce($2::timestamptz, now()) + make_interval(secs => n.delay), failures = p.failures + 1, lease = NULL, leased_until = NULL
    FROM news n WHERE p.delivery_id = n.delivery_id AND p.lease = n.lease AND n.delay IS NOT NULL
    RETURNING p.delivery_id),
  decided AS (SELECT * FROM ended UNION ALL SELECT * FROM postponed),
  delivery AS (
    UPDATE webhook_delivery d SET
      status = CASE WHEN n.decided OR n.status = 'delivered' AND d.status = 'failed' THEN n.status ELSE d.status END,
      next_attempt_at = CASE WHEN n.decided THEN coalesce($2::timestamptz, now()) + make_interval(secs => n.delay) ELSE d.next_attempt_at END,
      attempts = d.attempts + 1, last_attempt_at = n.started_at, last_status_code = n.status_code
    FROM (SELECT news.*, delivery_id IN (SELECT delivery_id FROM decided) AS decided FROM news) n
    WHERE d.id = n.delivery_id AND d.created_at = n.delivery_created_at AND d.id = ANY ($5::uuid[]) AND d.created_at BETWEEN $3 AND $4
    RETURNING d.id, d.attempts)
  INSERT INTO webhook_attempt (id, created_at, delivery_id, number, trigger, url, request_headers, status_code, error, response_headers, response_body, duration_ms)
  SELECT n.id, n.started_at, n.delivery_id, d.attempts, n.trigger, n.url, n.request_headers, n.status_code, n.error, n.response_headers, n.response_body, n.duration_ms
  FROM news n JOIN delivery d ON d.id = n.delivery_id`

const RECOVERED = "UPDATE webhook_endpoint SET failures_in_a_row = 0 WHERE id = ANY ($1) AND failures_in_a_row > 0"

interface Health {
  endpoint_id: string
  /** Whether one of the attempts succeeded, whatever made it. */
  succeeded: boolean
  /** Attempts of the schedule that failed since the last success; those that were under way together are one. */
  failures: number
  gone: boolean
}

const healthOf = (attempts: Attempt[]): Health[] => {
  const byEndpoint = new Map<string, Health>()
  const failedAt = new Map<string, number>()
  for (const { claimed, answer, startedAt } of attempts) {
    const health = byEndpoint.get(claimed.endpointId) ?? { endpoint_id: claimed.endpointId, succeeded: false, failures: 0, gone: false }
    byEndpoint.set(claimed.endpointId, health)
    if (isSuccess(answer)) Object.assign(health, { succeeded: true, failures: 0 })
    else if (claimed.trigger === "schedule") {
      // A server that is away for a second fails all that is under way to it: that is one failure, not twenty.
      if (startedAt.getTime() >= (failedAt.get(claimed.endpointId) ?? 0)) {
        health.failures++
        failedAt.set(claimed.endpointId, startedAt.getTime() + answer.durationMs)
      }
      health.gone ||= answer.statusCode === 410
    }
  }
  return [...byEndpoint.values()]
}

interface Troubled {
  id: string
  url: string
  before: number
  after: number
  disabled_reason: "failing" | "gone" | null
  email: string
  name: string
  locale: string
}

const HEALTH = `
  WITH news AS (SELECT * FROM json_to_recordset($1::json) AS n (endpoint_id uuid, succeeded boolean, failures int, gone boolean)),
  endpoint AS (
    SELECT id, failures_in_a_row FROM webhook_endpoint
    WHERE id IN (SELECT endpoint_id FROM news) AND status = 'enabled' AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE),
  counted AS (
    SELECT e.id, n.gone, CASE WHEN n.succeeded THEN 0 ELSE e.failures_in_a_row END AS before,
      CASE WHEN n.succeeded THEN 0 ELSE e.failures_in_a_row END + n.failures AS after
    FROM endpoint e JOIN news n ON n.endpoint_id = e.id)
  UPDATE webhook_endpoint w SET failures_in_a_row = c.after,
    status = CASE WHEN c.gone OR c.after >= $2 THEN 'disabled' ELSE w.status END,
    disabled_reason = CASE WHEN c.gone THEN 'gone' WHEN c.after >= $2 THEN 'failing' END,
    updated_at = CASE WHEN c.gone OR c.after >= $2 THEN now() ELSE w.updated_at END
  FROM counted c, account a
  WHERE w.id = c.id AND a.id = w.account_id
  RETURNING w.id, w.url, c.before, c.after, w.disabled_reason, a.email, a.name, a.locale`

const mailAbout = async (tx: Queryable, { id, url, before, after, disabled_reason, email, name, locale }: Troubled): Promise<void> => {
  const passed = MAIL_AT.findLast((count) => before < count && after >= count)
  if (disabled_reason === null && passed === undefined) return
  const template = disabled_reason === null ? "webhook_failing" : disabled_reason === "gone" ? "webhook_gone" : "webhook_disabled"
  await addJob(tx, "send_mail", {
    id: `webhook-${randomUUID()}`,
    to: email,
    locale,
    template,
    values: { name, url, count: String(after), link: `${env.appUrl}/webhooks/${publicId("webhook_endpoint", id)}` },
  })
}
