import { assignPositions } from "@/webhooks/stream/event-positions"
import { OAUTH_LOG_DAYS, OAUTH_LOG_MAX_PER_REASON } from "@/domain/oauth-refusal"
import { USAGE_DAYS } from "@/domain/usage"
import { anonymizeDeliveryAddresses } from "@/features/accounts/delete-account"
import { STATUS_DAYS } from "@/features/status/status-history"
import { errorCode, isUnreachable } from "@/platform/db/errors"
import { pool } from "@/platform/db/pool"
import { prismaTransaction } from "@/platform/db/transaction"
import { DISK_FULL } from "@/platform/disk/disk-space"
import { DEPRECATED_CALL_DAYS } from "@/platform/request-log/deprecated-calls"
import { logRetriedFailure } from "@/platform/db/unavailable"
import {
  cancelDeletedEndpointDeliveries,
  cancelFormerMemberDeliveries,
  cancelDeliveriesWithoutConsent,
} from "@/webhooks/endpoints/pending-deliveries"
import { emptyUnusedSandboxes } from "@/sandbox/delete-sandbox"
import { EXPIRED_ENDPOINTS_SQL } from "@/webhooks/endpoints/expired-endpoints"
import { WEBHOOK_RETENTION_DAYS } from "@/webhooks/events/retention"
import {
  DAY_PARTITIONED,
  type DayPartitioned,
  dropDayPartitions,
  lowerBound,
  makeDayPartitions,
} from "@/worker/day-partitions"

/** The longest range of the overview, and one started day. */
const DURATION_DAYS = 32
/** Retention in days; docs/storage.md documents it. */
const RETENTION_DAYS: Record<DayPartitioned, number> = {
  api_request: 30,
  api_usage: USAGE_DAYS,
  webhook_event: WEBHOOK_RETENTION_DAYS,
  webhook_delivery: WEBHOOK_RETENTION_DAYS,
  webhook_attempt: WEBHOOK_RETENTION_DAYS,
}
/** Where it is not created_at. */
const PARTITION_KEYS: Partial<Record<DayPartitioned, readonly [column: string, type: string]>> = {
  api_request: ["id", "uuid"],
  api_usage: ["hour", "timestamptz"],
}
const DAYS_AHEAD = 7
/** Rows deleted per transaction. */
const DELETE_BATCH_SIZE = 5_000

function dateBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

async function deleteInBatches(table: string, condition: string, values: unknown[] = []): Promise<void> {
  const text = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${DELETE_BATCH_SIZE} FOR UPDATE SKIP LOCKED))`
  while (((await pool().query(text, values)).rowCount ?? 0) === DELETE_BATCH_SIZE);
}

/**
 * Accounts whose email address was not verified within a week, which frees it for its owner. Such an account cannot own
 * data; one from an older version that does is kept.
 */
const UNVERIFIED_ACCOUNTS_SQL = `email_verified_at IS NULL AND deleted_at IS NULL AND locked_at IS NULL AND roles = '{}' AND created_at < now() - interval '7 days'
  AND NOT EXISTS (SELECT FROM customer_order o WHERE o.account_id = account.id) AND NOT EXISTS (SELECT FROM store_member m WHERE m.account_id = account.id)
  AND NOT EXISTS (SELECT FROM oauth_app p WHERE p.account_id = account.id) AND NOT EXISTS (SELECT FROM oauth_app_review r WHERE r.reviewer_id = account.id)
  AND NOT EXISTS (SELECT FROM api_key k WHERE k.account_id = account.id AND k.revoked_at IS NULL) AND NOT EXISTS (SELECT FROM oauth_grant g WHERE g.account_id = account.id AND g.revoked_at IS NULL)
  AND NOT EXISTS (SELECT FROM webhook_endpoint w WHERE w.account_id = account.id AND w.deleted_at IS NULL)
  AND NOT EXISTS (SELECT FROM world s WHERE s.account_id = account.id AND s.filled_at IS NOT NULL)`

// A locked row is cleared by the next run.
const CLEAR_REPLACED_SECRETS_SQL = `
  UPDATE webhook_endpoint SET previous_secret_encrypted = NULL, previous_secret_expires_at = NULL
  WHERE id IN (SELECT id FROM webhook_endpoint WHERE previous_secret_expires_at < now() FOR NO KEY UPDATE SKIP LOCKED)`

/** Deletes the previous secrets of endpoints, which also sign for a day after a rotation. */
function clearReplacedSecrets(): Promise<unknown> {
  return pool().query(CLEAR_REPLACED_SECRETS_SQL)
}

const OAUTH_LOG_SURPLUS_SQL = `id IN (SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY app_id, reason ORDER BY id DESC) AS place FROM oauth_log_entry) kept WHERE place > $1)`

/** Each step has its own transactions, so that users of one table do not wait for the others. */
const cleanUpSteps = function* (): Generator<() => Promise<unknown>> {
  for (const table of DAY_PARTITIONED) yield () => makeDayPartitions(table, dateBefore(1), dateBefore(-DAYS_AHEAD))
  yield () => deleteInBatches("account_usage", "starts_at < $1::date", [dateBefore(USAGE_DAYS)])
  yield () => deleteInBatches("account_usage_duration", "starts_at < $1::date", [dateBefore(DURATION_DAYS)])
  // Pending deliveries of a paused endpoint are deleted with their event.
  yield () =>
    deleteInBatches("webhook_pending", "delivery_created_at < $1::date", [dateBefore(RETENTION_DAYS.webhook_delivery)])
  yield cancelDeletedEndpointDeliveries
  yield cancelFormerMemberDeliveries
  // While no stream is open, nothing else assigns them.
  yield assignPositions
  yield () =>
    deleteInBatches("webhook_event_position", "event_id < uuid_v7_floor($1::timestamptz)", [
      dateBefore(RETENTION_DAYS.webhook_event),
    ])
  yield () => deleteInBatches("event_stream_connection", "expires_at < now()")
  yield cancelDeliveriesWithoutConsent
  for (const table of DAY_PARTITIONED) yield () => dropDayPartitions(table, dateBefore(RETENTION_DAYS[table]))
  // Rows of days without a partition, which exist if this did not run for a week.
  for (const table of DAY_PARTITIONED)
    yield () => {
      const [column, type] = PARTITION_KEYS[table] ?? ["created_at", "timestamptz"]
      const before = lowerBound(table, `${dateBefore(RETENTION_DAYS[table])}T00:00:00Z`)
      return deleteInBatches(`${table}_default`, `${column} < $1::${type}`, [before])
    }
  // One day more than a request may be late, so that no stored request has the client.
  yield () => deleteInBatches("api_client", "seen_on < $1::date", [dateBefore(RETENTION_DAYS.api_request + 2)])
  yield () => deleteInBatches("deprecated_call_day", "day < $1::date", [dateBefore(DEPRECATED_CALL_DAYS)])
  yield clearReplacedSecrets
  yield () => deleteInBatches("webhook_endpoint", EXPIRED_ENDPOINTS_SQL, [dateBefore(RETENTION_DAYS.webhook_delivery)])
  yield () => deleteInBatches("idempotency_key", "created_at < now() - interval '24 hours'")
  yield () => deleteInBatches("rate_limit", "ends_at < now()")
  yield () => deleteInBatches("limit_pressure", "reached_at < now() - interval '1 day'")
  yield () => deleteInBatches("request_writer", "complete_until < $1::date", [dateBefore(RETENTION_DAYS.api_usage)])
  yield () => deleteInBatches("status_day", "day < $1::date", [dateBefore(STATUS_DAYS)])
  yield () => deleteInBatches("email_token", "expires_at < now() - interval '1 day'")
  yield () => deleteInBatches("email_change", "expires_at < now() - interval '1 day'")
  yield () => deleteInBatches("webauthn_challenge", "expires_at < now()")
  yield () => deleteInBatches("sign_in_step", "expires_at < now()")
  yield () => deleteInBatches("known_device", "expires_at < now()")
  yield emptyUnusedSandboxes
  yield () => deleteInBatches("account", UNVERIFIED_ACCOUNTS_SQL)
  yield () => deleteInBatches("oauth_interaction", "expires_at < now() - interval '1 hour'")
  yield () => deleteInBatches("oauth_code", "expires_at < now() - interval '30 days'")
  yield () => deleteInBatches("oauth_access_token", "expires_at < now() - interval '1 day'")
  yield () => deleteInBatches("oauth_client_token", "expires_at < now() - interval '1 day'")
  yield () => deleteInBatches("oauth_refresh_token", "expires_at < now() - interval '30 days'")
  yield () => deleteInBatches("oauth_log_entry", "created_at < now() - make_interval(days => $1)", [OAUTH_LOG_DAYS])
  yield () => deleteInBatches("oauth_log_entry", OAUTH_LOG_SURPLUS_SQL, [OAUTH_LOG_MAX_PER_REASON])
  yield () => deleteInBatches("session", "expires_at < now() - interval '30 days'")
  yield () => prismaTransaction(anonymizeDeliveryAddresses)
  yield () => deleteInBatches("mailbox_message", "created_at < now() - interval '30 days'")
}

/**
 * Creates the partitions of the coming days and deletes expired data. Runs every hour.
 * @throws Error of the first failed step, after all others have run
 */
export async function cleanUp(): Promise<void> {
  const failures: unknown[] = []
  for (const step of cleanUpSteps()) {
    try {
      await step()
    } catch (err) {
      // On a full disk the other steps free space.
      if (isUnreachable(err) && errorCode(err) !== DISK_FULL) throw err
      logRetriedFailure("clean-up", err)
      failures.push(err)
    }
  }
  if (failures.length > 0) throw failures[0] as Error
}
