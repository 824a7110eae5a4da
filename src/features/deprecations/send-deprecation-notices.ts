import { mailAccount } from "@/auth/account-mail"
import { type DeclaredDeprecation, startOfDay } from "@/domain/deprecation"
import { DAY_MS } from "@/domain/time-units"
import { RESPONSIBLE_SQL } from "@/features/deprecations/list-calling-accounts"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { countDeprecatedCalls } from "@/platform/request-log/deprecated-calls"

// SQL: a notice is recorded by the statement that finds it missing.

/** The emails about a deprecation: when it is first used, and so many days before the sunset. */
const NOTICES = [
  { notice: "first_use", daysBefore: Infinity },
  { notice: "90_days", daysBefore: 90 },
  { notice: "30_days", daysBefore: 30 },
  { notice: "7_days", daysBefore: 7 },
] as const

// Accounts that have been sent the newest of the notices that are due.
const CALLERS_SQL = `
  SELECT r.account_id, r.calls FROM (${RESPONSIBLE_SQL}) r JOIN account a ON a.id = r.account_id AND a.deleted_at IS NULL
  WHERE NOT EXISTS (SELECT FROM deprecation_notice n WHERE n.account_id = r.account_id AND n.subject = $1 AND n.notice = $2)`

const RECORD_SQL = `
  INSERT INTO deprecation_notice (account_id, subject, notice) SELECT $1, $2, unnest($3::text[])
  ON CONFLICT DO NOTHING RETURNING notice`

/**
 * Emails each account whose keys or apps used something deprecated in the last 30 days: at the first use, then 90, 30 and 7
 * days before the sunset, each once. A notice that was due before the first use is not sent. It also counts older calls.
 */
export async function sendDeprecationNotices(
  deprecations: readonly DeclaredDeprecation[],
  now: Date = new Date(),
): Promise<void> {
  await countDeprecatedCalls()
  for (const deprecation of deprecations) {
    const daysLeft = (startOfDay(deprecation.sunset) - now.getTime()) / DAY_MS
    const due = NOTICES.filter(({ daysBefore }) => daysLeft <= daysBefore).map(({ notice }) => notice)
    const callers = await query<{ account_id: string; calls: string }>(CALLERS_SQL, [deprecation.id, due.at(-1)])
    for (const { account_id: accountId, calls } of callers) await notify(accountId, deprecation, due, calls)
  }
}

async function notify(
  accountId: string,
  { id, operation, name, sunset }: DeclaredDeprecation,
  due: readonly string[],
  calls: string,
): Promise<void> {
  await transaction(async (tx) => {
    const recorded = await query<{ notice: string }>(RECORD_SQL, [accountId, id, due], tx)
    // Another worker has sent it.
    if (!recorded.some(({ notice }) => notice === due.at(-1))) return
    const what = name === null ? operation : `${operation}, ${name}`
    await mailAccount(tx, accountId, { template: "deprecated_use", what, sunset, calls }, "/deprecations")
  })
}
