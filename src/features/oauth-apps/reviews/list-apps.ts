// SQL: findApps() searches literally (strpos), while Prisma's contains treats % and _ as wildcards of LIKE, and sorts
// by expressions.
import { logoPath, type VersionStatus } from "@/domain/oauth-app"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import type { AppSearchResult, QueuedApp } from "@/features/oauth-apps/reviews/schema"
import { prisma } from "@/platform/db/prisma"
import { query } from "@/platform/db/query"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

const IN_REVIEW = { status: "in_review", app: { deletedAt: null } } as const

/** The versions that wait for a decision, oldest first. */
export const listQueue = async (reviewerId: string, page: PageRequest): Promise<Page<QueuedApp>> => {
  const [versions, total] = await Promise.all([
    prisma().oauthAppVersion.findMany({
      where: IN_REVIEW,
      select: {
        id: true,
        name: true,
        logoHash: true,
        submittedAt: true,
        app: {
          select: {
            clientId: true,
            accountId: true,
            account: { select: { name: true } },
            versions: { where: { status: "approved" }, select: { id: true } },
          },
        },
      },
      orderBy: [{ submittedAt: "asc" }, { id: "asc" }],
      skip: offsetOf(page),
      take: page.per_page,
    }),
    countQueue(),
  ])
  return {
    rows: versions.map(({ id, name, logoHash, submittedAt, app }) => {
      if (!submittedAt) throw new Error(`version ${id} is in review but has no submission time`)
      return {
        client_id: app.clientId,
        name,
        logo: logoPath(id, logoHash),
        owner: app.account.name,
        own: app.accountId === reviewerId,
        update: app.versions.length > 0,
        submitted_at: toTimestamp(submittedAt),
      }
    }),
    total,
  }
}

export const countQueue = (): Promise<number> => prisma().oauthAppVersion.count({ where: IN_REVIEW })

interface AppRow {
  version_id: string
  client_id: string
  name: string
  logo_hash: string | null
  owner: string
  status: VersionStatus
  suspended_at: Date | null
  people: number
}

// Without a search text, the apps that were decided; with one, all apps, because even a draft works for its testers.
const APPS_FROM_SQL = `
  FROM oauth_app a JOIN account o ON o.id = a.account_id
  JOIN LATERAL (SELECT * FROM oauth_app_version WHERE app_id = a.id ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  WHERE a.deleted_at IS NULL AND CASE WHEN $1 = '' THEN v.status = 'approved' OR a.suspended_at IS NOT NULL
    ELSE strpos(lower(v.name || ' ' || o.name || ' ' || o.email || ' ' || a.client_id), lower($1)) > 0 END`

const APPS_PAGE_SQL = `
  SELECT v.id AS version_id, a.client_id, v.name, v.logo_hash, o.name AS owner, v.status, a.suspended_at,
         (SELECT count(*)::int FROM oauth_grant WHERE app_id = a.id AND revoked_at IS NULL) AS people
  ${APPS_FROM_SQL} ORDER BY a.suspended_at IS NULL, lower(v.name), a.id LIMIT $2 OFFSET $3`

/**
 * The apps that are live or suspended, or all that match a search text; suspended ones first.
 * @param q part of the name, the owner's name or email address, or the client_id; "" for all that are live or suspended
 */
export const findApps = async ({ q, ...page }: PageRequest & { q: string }): Promise<Page<AppSearchResult>> => {
  const [rows, [count]] = await Promise.all([
    query<AppRow>(APPS_PAGE_SQL, [q, page.per_page, offsetOf(page)]),
    query<{ total: number }>(`SELECT count(*)::int AS total ${APPS_FROM_SQL}`, [q]),
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
