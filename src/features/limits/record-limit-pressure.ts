// SQL: an upsert with an array of times in one statement is beyond Prisma.
import { API_VERSION } from "@/domain/api-version"
import {
  type ApiKeyCaller,
  type BearerCaller,
  type ClientCaller,
  credentialId,
  type OauthCaller,
} from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import type { ApproachingLimit } from "@/features/limits/schema"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { logRetriedFailure } from "@/platform/db/unavailable"
import type { RateLimitResult } from "@/platform/rate-limit/rate-limit"
import { toTimestamp } from "@/trpc/wire"
import { recordEvent } from "@/webhooks/events/record-events"

const WINDOW_SECONDS = 60
const THRESHOLD_SHARE = 0.8
/** How many such windows of the last five minutes trigger the event. */
const WINDOWS_UNTIL_EVENT = 3

/**
 * Records limit.approaching, in the background, for an API key, an app's grant or an app itself that has used 80 % of its
 * limit in three windows of five minutes; again only after an hour without such a window. Every counted request calls it.
 * @param weight how many requests were counted
 */
export function recordLimitPressure(caller: BearerCaller, { limit, remaining }: RateLimitResult, weight: number): void {
  if (caller.kind === "operator") return
  const [used, threshold] = [limit - remaining, Math.ceil(limit * THRESHOLD_SHARE)]
  // Ranks are unique over all processes, so one request of each window gets here. Refused ones are beyond the limit.
  if (used < threshold || used - weight >= threshold) return
  record(caller, limit).catch((error: unknown) => logRetriedFailure("limit-pressure", error))
}

const RECORD_WINDOW_SQL = `
  INSERT INTO limit_pressure AS p (credential_id, reached, reached_at) VALUES ($1, ARRAY[now()], now())
  ON CONFLICT (credential_id) DO UPDATE SET
    reached = ARRAY(SELECT at FROM unnest(p.reached) AS at WHERE at > now() - interval '5 minutes' ORDER BY at) || now(),
    reached_at = now(), announced = p.announced AND p.reached_at > now() - interval '1 hour'
  RETURNING reached, announced`
const KEY_SQL = `
  SELECT k.name, (SELECT s.last_four FROM api_key_secret s WHERE s.key_id = k.id AND s.expires_at IS NULL LIMIT 1) AS last_four
  FROM api_key k WHERE k.id = $1`

const APP_SQL = `
  SELECT c.id, c.client_id, coalesce((SELECT name FROM oauth_app_version v WHERE v.app_id = coalesce(c.live_app_id, c.id)
    ORDER BY (status = 'approved') DESC, number DESC LIMIT 1), c.client_id) AS name
  FROM oauth_app c WHERE c.client_id = $1 AND c.events_since IS NOT NULL AND c.deleted_at IS NULL`
const RECORD_APP_EVENT_SQL =
  "SELECT record_app_event('limit.approaching', $1::uuid, $2::uuid, $1::uuid, $3, $4, $5::json)"

function record(caller: LimitedCaller, limit: number): Promise<void> {
  return transaction(async (tx) => {
    const credential = credentialId(caller)
    const [pressure] = await query<{ reached: Date[]; announced: boolean }>(RECORD_WINDOW_SQL, [credential], tx)
    if (!pressure || pressure.announced || pressure.reached.length < WINDOWS_UNTIL_EVENT) return
    await query("UPDATE limit_pressure SET announced = true WHERE credential_id = $1", [credential], tx)
    const use = { limit, window_seconds: WINDOW_SECONDS, reached_at: pressure.reached.map(toTimestamp) }
    await (caller.kind === "api_key" ? recordAccountEvent(tx, caller, use) : recordAppEvent(tx, caller, use))
  })
}

type LimitedCaller = Exclude<BearerCaller, { kind: "operator" }>
type LimitUsage = Omit<ApproachingLimit, "credential">

async function recordAccountEvent(
  tx: Queryable,
  { keyId, accountId, livemode }: ApiKeyCaller,
  use: LimitUsage,
): Promise<void> {
  const [key] = await query<{ name: string; last_four: string | null }>(KEY_SQL, [keyId], tx)
  if (!key) return
  const credential = {
    type: "api_key",
    id: publicId("api_key", keyId),
    name: key.name,
    last_four: key.last_four ?? "",
  } as const
  const data: ApproachingLimit = { credential, ...use }
  await recordEvent(tx, { type: "limit.approaching", audience: { accountId }, subjectId: keyId, livemode, data })
}

/** The event is the app's: its developer can act, and the person whose token it is cannot. */
async function recordAppEvent(tx: Queryable, caller: OauthCaller | ClientCaller, use: LimitUsage): Promise<void> {
  const [app] = await query<{ id: string; client_id: string; name: string }>(APP_SQL, [caller.clientId], tx)
  if (!app) return
  const data: ApproachingLimit = {
    credential: { type: "app", id: app.client_id, name: app.name, last_four: "" },
    ...use,
  }
  const grantId = caller.kind === "oauth" ? caller.grantId : null
  await query(RECORD_APP_EVENT_SQL, [app.id, grantId, API_VERSION, caller.livemode, JSON.stringify(data)], tx)
}
