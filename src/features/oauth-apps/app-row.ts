import type { AppStatus, AppType, ReviewDecision, VersionStatus } from "@/domain/oauth-app"
import { logoPath } from "@/domain/oauth-app"
import { isClientId } from "@/features/oauth-apps/client-id"
import { missingFields } from "@/features/oauth-apps/missing-fields"
import type { OauthApp, OauthAppHead } from "@/features/oauth-apps/schema"
import { type Queryable, query } from "@/platform/db"
import { type AppVersionRow, COUNTING_VERSIONS, LOGO_HASH, toAppVersion } from "@/trpc/app-version"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

interface HeadRow {
  id: string
  client_id: string
  type: AppType
  suspended_at: Date | null
  created_at: Date
  live: boolean
  open_status: VersionStatus | null
  version_id: string
  name: string
  logo_hash: string | null
  people: number
}

// The newest approved version is the live one; an app without any shows its newest.
const HEADS = `
  SELECT a.id, a.client_id, a.type, a.suspended_at, a.created_at, v.status = 'approved' AS live, v.id AS version_id, v.name,
         ${LOGO_HASH} AS logo_hash,
         (SELECT status FROM oauth_app_version WHERE app_id = a.id AND status <> 'approved') AS open_status,
         (SELECT count(*)::int FROM oauth_grant WHERE app_id = a.id AND revoked_at IS NULL) AS people
  FROM oauth_app a
  JOIN LATERAL (SELECT * FROM oauth_app_version WHERE app_id = a.id ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  WHERE a.account_id = $1 AND a.deleted_at IS NULL AND ($2::text IS NULL OR a.client_id = $2)
  ORDER BY a.created_at DESC, a.id DESC`

const statusOf = ({ suspended_at, live, open_status }: HeadRow): AppStatus => {
  if (suspended_at) return "suspended"
  return live ? "approved" : (open_status ?? "draft")
}

const toHead = (row: HeadRow): OauthAppHead => ({
  client_id: row.client_id,
  type: row.type,
  status: statusOf(row),
  update: row.live ? row.open_status : null,
  name: row.name,
  logo: logoPath(row.version_id, row.logo_hash),
  people: row.people,
  created_at: toTimestamp(row.created_at),
})

/** An account's apps, the newest first. */
export const findHeads = async (accountId: string): Promise<OauthAppHead[]> =>
  (await query<HeadRow>(HEADS, [accountId, null])).map(toHead)

interface SecretRow {
  last_four: string
  created_at: Date
  expires_at: Date | null
}

interface ReviewRow {
  decision: ReviewDecision
  words: string
  version: number
  created_at: Date
}

const SECRETS = `
  SELECT last_four, created_at, expires_at FROM oauth_app_secret
  WHERE app_id = $1 AND (expires_at IS NULL OR expires_at > now()) ORDER BY expires_at IS NOT NULL, created_at DESC`
const TESTERS = "SELECT email FROM oauth_app_tester WHERE app_id = $1 ORDER BY email"
const REVIEWS = `
  SELECT r.decision, r.words, v.number AS version, r.created_at FROM oauth_app_review r JOIN oauth_app_version v ON v.id = r.version_id
  WHERE v.app_id = $1 ORDER BY r.created_at DESC, r.id DESC`

/** An account's app with all that its owner sees; null when the account has no such app. */
export const findApp = async (accountId: string, clientId: string, db?: Queryable): Promise<OauthApp | null> => {
  if (!isClientId(clientId)) return null
  const [row] = await query<HeadRow>(HEADS, [accountId, clientId], db)
  if (!row) return null
  const versions = await query<AppVersionRow>(COUNTING_VERSIONS, [row.id], db)
  const live = versions.find(({ status }) => status === "approved")
  const open = versions.find(({ status }) => status !== "approved")
  const secrets = await query<SecretRow>(SECRETS, [row.id], db)
  const testers = await query<{ email: string }>(TESTERS, [row.id], db)
  const reviews = await query<ReviewRow>(REVIEWS, [row.id], db)
  return {
    ...toHead(row),
    live: live ? toAppVersion(live) : null,
    open: open ? toAppVersion(open) : null,
    missing: open ? missingFields(open) : [],
    secrets: secrets.map((secret) => ({
      last_four: secret.last_four,
      created_at: toTimestamp(secret.created_at),
      expires_at: toTimestampOrNull(secret.expires_at),
    })),
    testers: testers.map(({ email }) => email),
    reviews: reviews.map((review) => ({ ...review, created_at: toTimestamp(review.created_at) })),
  }
}
