import { forgetAddresses } from "@/features/accounts/delete-account"
import { transaction } from "@/platform/db"
import { withdrawFromDeleted } from "@/webhooks/endpoint-state"

/** How long each thing is kept, in days; docs/storage.md says it to people. */
const REQUEST_LOG_DAYS = 30
const USAGE_DAYS = 400
const WEBHOOK_DAYS = 30
const DAYS_AHEAD = 7

const keepFrom = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Makes the partitions of the days to come and lets go of what has been kept long enough. Runs every hour. */
export const cleanUp = async (): Promise<void> => {
  await transaction(async (tx) => {
    const today = keepFrom(0)
    await tx.query("SELECT make_day_partitions($1::date - 1, $1::date + $2::int)", [today, DAYS_AHEAD])
    await tx.query("SELECT drop_day_partitions('request_log', $1)", [keepFrom(REQUEST_LOG_DAYS)])
    await tx.query("SELECT drop_day_partitions('api_usage', $1)", [keepFrom(USAGE_DAYS)])
    await tx.query("DELETE FROM account_usage WHERE starts_at < $1::date", [keepFrom(USAGE_DAYS)])
    // What a paused endpoint was not sent in that time goes with its event.
    await tx.query("DELETE FROM webhook_pending WHERE delivery_created_at < $1::date", [keepFrom(WEBHOOK_DAYS)])
    await withdrawFromDeleted(tx)
    for (const table of ["webhook_event", "webhook_delivery", "webhook_attempt"]) {
      await tx.query("SELECT drop_day_partitions($1, $2)", [table, keepFrom(WEBHOOK_DAYS)])
    }
    // Rows of a day that had no partition yet, since nothing ran this for a week.
    for (const table of ["request_log", "webhook_event", "webhook_delivery", "webhook_attempt"]) {
      await tx.query(`DELETE FROM ${table}_default WHERE created_at < $1::date`, [keepFrom(table === "request_log" ? REQUEST_LOG_DAYS : WEBHOOK_DAYS)])
    }
    await tx.query("DELETE FROM idempotency_key WHERE created_at < now() - interval '24 hours'")
    await tx.query("DELETE FROM rate_limit WHERE ends_at < now()")
    await tx.query("DELETE FROM email_token WHERE expires_at < now() - interval '1 day'")
    await tx.query("DELETE FROM email_change WHERE expires_at < now() - interval '1 day'")
    await tx.query("DELETE FROM webauthn_challenge WHERE expires_at < now()")
    await tx.query("DELETE FROM sign_in_step WHERE expires_at < now()")
    await tx.query("DELETE FROM oauth_interaction WHERE expires_at < now() - interval '1 day'")
    await tx.query("DELETE FROM oauth_code WHERE expires_at < now() - interval '30 days'")
    await tx.query("DELETE FROM oauth_access_token WHERE expires_at < now() - interval '1 day'")
    await tx.query("DELETE FROM oauth_refresh_token WHERE expires_at < now() - interval '30 days'")
    await tx.query("DELETE FROM session WHERE expires_at < now() - interval '30 days'")
    await forgetAddresses(tx)
    await tx.query("DELETE FROM mailbox_message WHERE created_at < now() - interval '30 days'")
  })
}
