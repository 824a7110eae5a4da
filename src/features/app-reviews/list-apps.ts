import { logoPath, type VersionStatus } from "@/domain/oauth-app"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import type { FoundApp, QueuedApp } from "@/features/app-reviews/schema"
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

const WAITING =
  "FROM oauth_app_version v JOIN oauth_app a ON a.id = v.app_id JOIN account o ON o.id = a.account_id WHERE v.status = 'in_review' AND a.deleted_at IS NULL"

const QUEUE = `
  SELECT v.id AS version_id, a.client_id, v.name, ${LOGO_HASH} AS logo_hash, o.name AS owner, a.account_id = $1 AS own,
         EXISTS (SELECT 1 FROM oauth_app_version live WHERE live.app_id = a.id AND live.status = 'approved') AS update, v.submitted_at
  ${WAITING} ORDER BY v.submitted_at, v.id LIMIT $2 OFFSET $3`

/** What waits for a decision, the oldest first. */
export const listQueue = async (reviewerId: string, page: PageRequest): Promise<Page<QueuedApp>> => {
  const [rows, total] = await Promise.all([
    query<QueueRow>(QUEUE, [reviewerId, page.per_page, offsetOf(page)]),
    countQueue(),
  ])
  return {
    rows: rows.map(({ version_id, logo_hash, submitted_at, ...row }) => ({
      ...row,
      logo: logoPath(version_id, logo_hash),
      submitted_at: toTimestamp(submitted_at),
    })),
    total,
  }
}

export const countQueue = async (): Promise<number> =>
  (await query<{ waiting: number }>(`SELECT count(*)::int AS waiting ${WAITING}`, []))[0]?.waiting ?? 0

interface FoundRow {
  version_id: string
  client_id: string
  name: string
  logo_hash: string | null
  owner: string
  status: VersionStatus
  suspended_at: Date | null
  people: number
}

// Without words those that were decided on; with words every app, for one that is no more than a draft works for its testers.
const FOUND = `
  FROM oauth_app a JOIN account o ON o.id = a.account_id
  JOIN LATERAL (SELECT * FROM oauth_app_version WHERE app_id = a.id ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  WHERE a.deleted_at IS NULL AND CASE WHEN $1 = '' THEN v.status = 'approved' OR a.suspended_at IS NOT NULL
    ELSE strpos(lower(v.name || ' ' || o.name || ' ' || o.email || ' ' || a.client_id), lower($1)) > 0 END`

const PAGE = `
  SELECT v.id AS version_id, a.client_id, v.name, ${LOGO_HASH} AS logo_hash, o.name AS owner, v.status, a.suspended_at,
         (SELECT count(*)::int FROM oauth_grant WHERE app_id = a.id AND revoked_at IS NULL) AS people
  ${FOUND} ORDER BY a.suspended_at IS NULL, lower(v.name), a.id LIMIT $2 OFFSET $3`

/**
 * The apps that are live or suspended, or those that some words name, whatever their status; those that are suspended first.
 * @param q words of the name, the owner's name or address, or the client_id; "" for all that are live or suspended
 */
export const findApps = async ({ q, ...page }: PageRequest & { q: string }): Promise<Page<FoundApp>> => {
  const [rows, [count]] = await Promise.all([
    query<FoundRow>(PAGE, [q, page.per_page, offsetOf(page)]),
    query<{ total: number }>(`SELECT count(*)::int AS total ${FOUND}`, [q]),
  ])
  return {
    rows: rows.map(({ version_id, logo_hash, suspended_at, ...row }) => ({
      ...row,
      logo: logoPath(version_id, logo_hash),
      suspended_at: toTimestampOrNull(suspended_at),
    })),
    total: count?.total ?? 0,
  }
}
