// SQL: findApps() searches by expressions that are indexed, and sorts by expressions.
import { logoPath, type VersionStatus } from "@/domain/oauth-app"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import type { AppSearchResult, QueuedApp } from "@/features/oauth-apps/reviews/schema"
import { prisma } from "@/platform/db/prisma"
import { type NameMatch, nameMatches, exactElseSimilar } from "@/platform/db/name-search"
import { query } from "@/platform/db/query"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

const IN_REVIEW = { status: "in_review", app: { deletedAt: null } } as const

/** The versions that wait for a decision, oldest first. */
export async function listQueue(reviewerId: string, page: PageRequest): Promise<Page<QueuedApp>> {
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

export function countQueue(): Promise<number> {
  return prisma().oauthAppVersion.count({ where: IN_REVIEW })
}

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
function appsFromSql(q: string, match: NameMatch): string {
  return `
  FROM oauth_app a JOIN account o ON o.id = a.account_id
  JOIN LATERAL (SELECT * FROM oauth_app_version WHERE app_id = a.id ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v ON true
  WHERE a.deleted_at IS NULL AND ${
    q === ""
      ? "$1 = '' AND (v.status = 'approved' OR a.suspended_at IS NOT NULL)"
      : `a.id IN (
          SELECT coalesce(live_app_id, id) FROM oauth_app WHERE client_id LIKE part_pattern($1) AND deleted_at IS NULL
          UNION SELECT p.id FROM oauth_app p JOIN account h ON h.id = p.account_id
          WHERE ${nameMatches(match, q, "lower(' ' || h.email::text || ' ' || h.name)", "h.name", "$1")}
          UNION SELECT app_id FROM oauth_app_version WHERE ${nameMatches(match, q, "lower(' ' || name)", "name", "$1")})`
  }`
}

function appsPageSql(q: string, match: NameMatch): string {
  return `
  SELECT v.id AS version_id, a.client_id, v.name, v.logo_hash, o.name AS owner, v.status, a.suspended_at,
         (SELECT count(*)::int FROM oauth_grant WHERE app_id = a.id AND revoked_at IS NULL) AS people
  ${appsFromSql(q, match)} ORDER BY a.suspended_at IS NULL, lower(v.name), a.id LIMIT $2 OFFSET $3`
}

/**
 * The apps that are live or suspended, or all that match a search text; suspended ones first. If none matches, those
 * with a similar name, or whose owner has one.
 * @param q part of the name, the owner's name or email address, or the client_id; "" for all that are live or suspended
 */
export function findApps({
  q,
  ...page
}: PageRequest & { q: string }): Promise<Page<AppSearchResult> & { similar: boolean }> {
  return exactElseSimilar(q, async (match) => {
    const [rows, [count]] = await Promise.all([
      query<AppRow>(appsPageSql(q, match), [q, page.per_page, offsetOf(page)]),
      query<{ total: number }>(`SELECT count(*)::int AS total ${appsFromSql(q, match)}`, [q]),
    ])
    return {
      rows: rows.map(({ version_id, logo_hash, suspended_at, ...row }) => ({
        ...row,
        logo: logoPath(version_id, logo_hash),
        suspended_at: toTimestampOrNull(suspended_at),
      })),
      total: count?.total ?? 0,
    }
  })
}
