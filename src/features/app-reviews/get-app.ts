import type { Locale } from "@/domain/locale"
import type { AppType, ReviewDecision } from "@/domain/oauth-app"
import { Problem } from "@/domain/problem"
import { checkVersion, type KnownNames } from "@/features/app-reviews/check-version"
import { APPROVED_WITH, type ReviewedApp } from "@/features/app-reviews/schema"
import { query } from "@/platform/db"
import { type AppVersion, type AppVersionRow, COUNTING_VERSIONS, toAppVersion } from "@/trpc/app-version"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

interface AppRow {
  id: string
  client_id: string
  type: AppType
  account_id: string
  owner_name: string
  owner_email: string
  owner_locale: Locale
  owner_since: Date
  suspended_at: Date | null
  people: number
  testers: number
}

const APP = `
  SELECT a.id, a.client_id, a.type, a.account_id, o.name AS owner_name, o.email AS owner_email, o.locale AS owner_locale, o.created_at AS owner_since, a.suspended_at,
         (SELECT count(*)::int FROM oauth_grant WHERE app_id = a.id AND revoked_at IS NULL) AS people,
         (SELECT count(*)::int FROM oauth_app_tester WHERE app_id = a.id) AS testers
  FROM oauth_app a JOIN account o ON o.id = a.account_id WHERE a.client_id = $1 AND a.deleted_at IS NULL`

interface ReviewRow {
  decision: ReviewDecision
  words: string
  version: number
  reviewer: string
  created_at: Date
}

const REVIEWS = `
  SELECT r.decision, r.words, v.number AS version, w.name AS reviewer, r.created_at
  FROM oauth_app_review r JOIN oauth_app_version v ON v.id = r.version_id JOIN account w ON w.id = r.reviewer_id
  WHERE v.app_id = $1 ORDER BY r.created_at DESC, r.id DESC`

// What was there before the first change since then is what was approved.
const CHANGED_SINCE = `
  SELECT DISTINCT ON (field) field, value FROM audit_entry e, jsonb_each(e.data -> 'before') AS changed (field, value)
  WHERE e.subject = $1 AND e.action = 'oauth_app.updated' AND e.created_at > $2 ORDER BY field, e.created_at, e.id`

const approvedWith = async (appId: string, live: AppVersion | null): Promise<ReviewedApp["approved_with"]> => {
  if (!live?.decided_at) return {}
  const rows = await query<{ field: string; value: unknown }>(CHANGED_SINCE, [appId, live.decided_at])
  const before = APPROVED_WITH.parse(Object.fromEntries(rows.map(({ field, value }) => [field, value])))
  return Object.fromEntries(
    Object.entries(before).filter(([field, value]) => value !== live[field as keyof typeof before]),
  )
}

/** An app with what a reviewer weighs. The draft of an app that is live stays its developer's own. @throws Problem not_found */
export const getReviewedApp = async (reviewerId: string, clientId: string): Promise<ReviewedApp> => {
  const [app] = clientId.includes("\0") ? [] : await query<AppRow>(APP, [clientId])
  if (!app) throw new Problem("not_found")
  const [versions, reviews, names] = await Promise.all([
    query<AppVersionRow>(COUNTING_VERSIONS, [app.id]),
    query<ReviewRow>(REVIEWS, [app.id]),
    knownNames(app.account_id),
  ])
  const seen = versions.map(toAppVersion)
  const live = seen.find(({ status }) => status === "approved") ?? null
  const handedIn = seen.find(({ status }) => status === "in_review" || status === "changes_requested") ?? null
  const draft = handedIn || live ? null : (seen[0] ?? null)
  const checked = handedIn ?? live ?? draft
  return {
    client_id: app.client_id,
    type: app.type,
    own: app.account_id === reviewerId,
    owner: {
      name: app.owner_name,
      email: app.owner_email,
      locale: app.owner_locale,
      since: toTimestamp(app.owner_since),
    },
    suspended_at: toTimestampOrNull(app.suspended_at),
    people: app.people,
    testers: app.testers,
    live,
    approved_with: await approvedWith(app.id, live),
    handed_in: handedIn,
    draft,
    findings: checked ? checkVersion(app.type, checked, names) : [],
    reviews: reviews.map((review) => ({ ...review, created_at: toTimestamp(review.created_at) })),
  }
}

const OWN_NAMES = ["Haat", "हाट"]

const knownNames = async (accountId: string): Promise<KnownNames> => {
  const [platform, apps] = await Promise.all([
    query<{ name: string }>("SELECT name FROM platform_app ORDER BY name", []),
    query<{ name: string }>(
      `SELECT DISTINCT v.name FROM oauth_app_version v JOIN oauth_app a ON a.id = v.app_id
       WHERE a.deleted_at IS NULL AND a.account_id <> $1 AND v.status IN ('approved', 'in_review') ORDER BY v.name`,
      [accountId],
    ),
  ])
  return { platform: [...OWN_NAMES, ...platform.map(({ name }) => name)], apps: apps.map(({ name }) => name) }
}
