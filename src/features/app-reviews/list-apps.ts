import { logoPath } from "@/domain/oauth-app"
import type { DecidedApp, QueuedApp } from "@/features/app-reviews/schema"
import { query } from "@/platform/db"
import { LOGO_HASH } from "@/trpc/app-version"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

interface QueueRow {
  version_id: string
  client_id: string
  name: string
  logo_hash: string | null
  owner: string
  own: boolean
  update: boolean
  submitted_at: Date
}

const QUEUE = `
  SELECT v.id AS version_id, a.client_id, v.name, ${LOGO_HASH} AS logo_hash, o.name AS owner, a.account_id = $1 AS own,
         EXISTS (SELECT 1 FROM oauth_app_version live WHERE live.app_id = a.id AND live.status = 'approved') AS update, v.submitted_at
  FROM oauth_app_version v JOIN oauth_app a ON a.id = v.app_id JOIN account o ON o.id = a.account_id
  WHERE v.status = 'in_review' AND a.deleted_at IS NULL ORDER BY v.submitted_at, v.id`

/** What waits for a decision, the oldest first. */
export const listQueue = async (reviewerId: string): Promise<QueuedApp[]> => {
  const rows = await query<QueueRow>(QUEUE, [reviewerId])
  return rows.map(({ version_id, logo_hash, submitted_at, ...row }) => ({ ...row, logo: logoPath(version_id, logo_hash), submitted_at: toTimestamp(submitted_at) }))
}

export const countQueue = async (): Promise<number> => {
  const [row] = await query<{ waiting: number }>(
    "SELECT count(*)::int AS waiting FROM oauth_app_version v JOIN oauth_app a ON a.id = v.app_id WHERE v.status = 'in_review' AND a.deleted_at IS NULL",
    [],
  )
  return row?.waiting ?? 0
}

interface DecidedRow {
  version_id: string
  client_id: string
  name: string
  logo_hash: string | null
  owner: string
  suspended_at: Date | null
  people: number
}

const SHOWN = 50

const DECIDED = `
  SELECT v.id AS version_id, a.client_id, v.name, ${LOGO_HASH} AS logo_hash, o.name AS owner, a.suspended_at,
         (SELECT count(*)::int FROM oauth_grant WHERE app_id = a.id AND revoked_at IS NULL) AS people
  FROM oauth_app a JOIN account o ON o.id = a.account_id
  JOIN LATERAL (SELECT * FROM oauth_app_version WHERE app_id = a.id ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  WHERE a.deleted_at IS NULL AND (v.status = 'approved' OR a.suspended_at IS NOT NULL)
    AND ($1 = '' OR strpos(lower(v.name || ' ' || o.name || ' ' || o.email || ' ' || a.client_id), lower($1)) > 0)
  ORDER BY a.suspended_at IS NULL, lower(v.name), a.id LIMIT ${SHOWN}`

/**
 * The apps that are live or suspended, those that are suspended first; at most 50.
 * @param words of the name, the owner's name or address, or the client_id; "" for all
 */
export const listDecided = async (words: string): Promise<DecidedApp[]> => {
  const rows = await query<DecidedRow>(DECIDED, [words])
  return rows.map(({ version_id, logo_hash, suspended_at, ...row }) => ({ ...row, logo: logoPath(version_id, logo_hash), suspended_at: toTimestampOrNull(suspended_at) }))
}
