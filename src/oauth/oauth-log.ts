import { OAUTH_LOG_PER_MINUTE, type OauthRefusalReason } from "@/domain/oauth-refusal"
import { redactText } from "@/domain/redaction"
import type { Refusal } from "@/oauth/oauth-error"
import { isUnreachable } from "@/platform/db/errors"
import { query } from "@/platform/db/query"
import { log } from "@/platform/log/log"
import { newUuid } from "@/platform/new-uuid"
import { processSingleton } from "@/platform/process-singleton"

// The log of refused requests for an app's developer. A client_id is public, so anyone can cause refusals in an app's
// name: per app and reason only some are written individually, in batches and never while a client waits.

const FLUSH_EVERY_MS = 1_000
const RETRY_AFTER_MS = 10_000
const WINDOW_MS = 60_000
/** Beyond these limits entries are dropped; they matter only as long as the database keeps up. */
const QUEUE_MAX = 2_000
const WINDOWS_MAX = 5_000
const DETAIL_MAX = 200

interface LoggedRefusal extends Refusal {
  endpoint: string
  error: string
  requestId: string
}

interface Entry {
  id: string
  client_id: string
  endpoint: string
  error: string
  reason: OauthRefusalReason
  detail: string | null
  account_id: string | null
  grant_id: string | null
  request_id: string
  occurrences: number
  created_at: Date
}

/** One minute of an app and reason. */
interface Window {
  endsAt: number
  writtenCount: number
  /** Counts the entries that are not written individually. */
  aggregated: Entry | null
}

const INSERT_SQL = `
  INSERT INTO oauth_log_entry (id, app_id, endpoint, error, reason, detail, account_id, grant_id, request_id, occurrences, created_at)
  SELECT r.id, p.id, r.endpoint, r.error, r.reason, r.detail, r.account_id, r.grant_id, r.request_id, r.occurrences, r.created_at
  FROM json_to_recordset($1) AS r (id uuid, client_id text, endpoint text, error text, reason text, detail text, account_id uuid, grant_id uuid,
    request_id text, occurrences int, created_at timestamptz) JOIN oauth_app p USING (client_id) WHERE p.deleted_at IS NULL
  ON CONFLICT (id) DO NOTHING`

class OauthLog {
  private queue: Entry[] = []
  private readonly windows = new Map<string, Window>()
  private timer: NodeJS.Timeout | undefined
  private failing = false

  add(clientId: string, refusal: LoggedRefusal): void {
    const entry = toEntry(clientId, refusal)
    const windowKey = `${clientId} ${refusal.reason}`
    const now = performance.now()
    let window = this.windows.get(windowKey)
    if (window && window.endsAt <= now) {
      this.closeWindow(windowKey, window)
      window = undefined
    }
    if (!window) {
      if (this.windows.size >= WINDOWS_MAX) return
      window = { endsAt: now + WINDOW_MS, writtenCount: 0, aggregated: null }
      this.windows.set(windowKey, window)
    }
    if (window.writtenCount < OAUTH_LOG_PER_MINUTE) {
      window.writtenCount++
      this.enqueue(entry)
    } else if (window.aggregated) window.aggregated.occurrences++
    else window.aggregated = entry
    this.scheduleFlush(FLUSH_EVERY_MS)
  }

  private enqueue(entry: Entry): void {
    if (this.queue.length < QUEUE_MAX) this.queue.push(entry)
  }

  private closeWindow(windowKey: string, { aggregated }: Window): void {
    this.windows.delete(windowKey)
    if (aggregated) this.enqueue(aggregated)
  }

  private scheduleFlush(delay: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      void this.flush(performance.now())
    }, delay).unref()
  }

  /** Writes waiting entries, and the counts of the minutes that end by this time. */
  async flush(now: number): Promise<void> {
    for (const [windowKey, window] of this.windows) if (window.endsAt <= now) this.closeWindow(windowKey, window)
    const entries = this.queue.splice(0)
    try {
      if (entries.length > 0) await query(INSERT_SQL, [JSON.stringify(entries)])
      this.failing = false
    } catch (err) {
      // Entries that PostgreSQL would reject again are dropped, so that they do not block the rest.
      if (isUnreachable(err)) for (const entry of entries) this.enqueue(entry)
      if (!this.failing) log.warn({ err, queue: this.queue.length }, "the OAuth log could not be written")
      this.failing = true
    }
    if (this.queue.length > 0 || this.windows.size > 0)
      this.scheduleFlush(this.failing ? RETRY_AFTER_MS : FLUSH_EVERY_MS)
  }
}

function toEntry(
  clientId: string,
  { reason, detail, accountId, grantId, endpoint, error, requestId }: LoggedRefusal,
): Entry {
  const now = new Date()
  return {
    id: newUuid(now.getTime()),
    client_id: clientId,
    endpoint,
    error,
    reason,
    // PostgreSQL text cannot contain NUL or half of a surrogate pair.
    detail: detail ? redactText(detail).replaceAll("\0", "").slice(0, DETAIL_MAX).toWellFormed() : null,
    account_id: accountId ?? null,
    grant_id: grantId ?? null,
    request_id: redactText(requestId),
    occurrences: 1,
    created_at: now,
  }
}

function oauthLog(): OauthLog {
  return processSingleton("oauth-log", () => new OauthLog())
}

/** Queues a refusal for the developer's log; it is written asynchronously within a second or two. */
export function logRefusal(refusal: LoggedRefusal): void {
  if (refusal.clientId) oauthLog().add(refusal.clientId, refusal)
}

/** Writes all waiting entries before a process ends. */
export function flushOauthLog(): Promise<void> {
  return oauthLog().flush(Infinity)
}
