// SQL: one statement finds the keys whose notice is due and was not sent.

import { KEY_SELECT, toApiKey, toKeySummary } from "@/features/api-keys/key-row"
import { EXPIRY_NOTICE_DAYS, type ExpiringKey } from "@/features/api-keys/schema"
import { query } from "@/platform/db/query"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { toTimestamp } from "@/trpc/wire"
import { recordEvent } from "@/webhooks/events/record-events"

const BATCH_SIZE = 500

// A key that was created with fewer days left than that is not announced for them. If no worker ran for days, only the
// latest notice is sent.
const DUE_SQL = `
  WITH notice AS (SELECT days, lead(days, 1, 0) OVER (ORDER BY days DESC) AS next FROM unnest($1::int[]) AS days)
  SELECT k.id, n.days FROM notice n JOIN api_key k ON k.expires_at > now() + make_interval(days => n.next) AND k.expires_at <= now() + make_interval(days => n.days)
    JOIN account a ON a.id = k.account_id AND a.locked_at IS NULL
  WHERE k.revoked_at IS NULL AND k.created_at <= k.expires_at - make_interval(days => n.days)
    AND NOT EXISTS (SELECT FROM api_key_expiry_notice p WHERE p.key_id = k.id AND p.expires_at = k.expires_at AND p.days = n.days)
  ORDER BY k.expires_at, k.id LIMIT ${BATCH_SIZE}`

/** Records key.expiring for the keys that expire within 7 days, and again within one: each once. */
export async function announceExpiringKeys(): Promise<void> {
  for (;;) {
    const due = await query<{ id: string; days: ExpiringKey["days_left"] }>(DUE_SQL, [[...EXPIRY_NOTICE_DAYS]])
    for (const { id, days } of due) await notifyOwner(id, days)
    if (due.length < BATCH_SIZE) return
  }
}

const NOTE_SQL = `
  INSERT INTO api_key_expiry_notice (key_id, expires_at, days)
  SELECT id, expires_at, $2 FROM api_key WHERE id = $1 AND expires_at IS NOT NULL AND revoked_at IS NULL
  ON CONFLICT DO NOTHING RETURNING key_id`

function notifyOwner(keyId: string, days: ExpiringKey["days_left"]): Promise<void> {
  return prismaTransaction(async (tx) => {
    const db = queryableOf(tx)
    if ((await query(NOTE_SQL, [keyId, days], db)).length === 0) return
    const { accountId, ...row } = await tx.apiKey.findUniqueOrThrow({
      where: { id: keyId },
      select: { ...KEY_SELECT, accountId: true },
    })
    if (row.expiresAt === null) return
    await recordEvent(db, {
      type: "key.expiring",
      audience: { accountId },
      subjectId: keyId,
      livemode: row.mode === "live",
      data: {
        ...toKeySummary(toApiKey(row)),
        expires_at: toTimestamp(row.expiresAt),
        days_left: days,
      } satisfies ExpiringKey,
    })
  })
}
