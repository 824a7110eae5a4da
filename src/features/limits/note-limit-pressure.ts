// SQL, because an upsert with an array of times in one statement is beyond Prisma.
import type { ApiKeyCaller, BearerCaller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import type { ApproachingLimit } from "@/features/limits/schema"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { logRetriedFailure } from "@/platform/db/unavailable"
import type { RateLimitResult } from "@/platform/rate-limit/rate-limit"
import { toTimestamp } from "@/trpc/wire"
import { recordEvent } from "@/webhooks/events/record-events"

const WINDOW_SECONDS = 60
const SHARE = 0.8
/** Windows of the last five minutes. */
const WINDOWS = 3

/**
 * Call it with the count of each request. In the background it records limit.approaching for an API key that has used
 * 80 % of its limit in three windows of five minutes; again only after an hour without such a window.
 * @param weight how many requests were counted
 */
export function noteLimitPressure(caller: BearerCaller, { limit, remaining }: RateLimitResult, weight: number): void {
  if (caller.kind !== "api_key") return
  const [used, threshold] = [limit - remaining, Math.ceil(limit * SHARE)]
  // Ranks are unique over all processes, so one request of each window gets here. Refused ones are beyond the limit.
  if (used < threshold || used - weight >= threshold) return
  record(caller, limit).catch((error: unknown) => logRetriedFailure("limit-pressure", error))
}

const NOTE_SQL = `
  INSERT INTO limit_pressure AS p (credential_id, reached, reached_at) VALUES ($1, ARRAY[now()], now())
  ON CONFLICT (credential_id) DO UPDATE SET
    reached = ARRAY(SELECT at FROM unnest(p.reached) AS at WHERE at > now() - interval '5 minutes' ORDER BY at) || now(),
    reached_at = now(), announced = p.announced AND p.reached_at > now() - interval '1 hour'
  RETURNING reached, announced`
const KEY_SQL = `
  SELECT k.name, (SELECT s.last_four FROM api_key_secret s WHERE s.key_id = k.id AND s.expires_at IS NULL LIMIT 1) AS last_four
  FROM api_key k WHERE k.id = $1`

const record = ({ keyId, accountId, livemode }: ApiKeyCaller, limit: number): Promise<void> =>
  transaction(async (tx) => {
    const [pressure] = await query<{ reached: Date[]; announced: boolean }>(NOTE_SQL, [keyId], tx)
    if (!pressure || pressure.announced || pressure.reached.length < WINDOWS) return
    const [key] = await query<{ name: string; last_four: string | null }>(KEY_SQL, [keyId], tx)
    if (!key) return
    await query("UPDATE limit_pressure SET announced = true WHERE credential_id = $1", [keyId], tx)
    await recordEvent(tx, {
      type: "limit.approaching",
      audience: { accountId },
      subjectId: keyId,
      livemode,
      data: {
        credential: {
          type: "api_key",
          id: publicId("api_key", keyId),
          name: key.name,
          last_four: key.last_four ?? "",
        },
        limit,
        window_seconds: WINDOW_SECONDS,
        reached_at: pressure.reached.map(toTimestamp),
      } satisfies ApproachingLimit,
    })
  })
