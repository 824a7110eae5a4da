import { z } from "zod"
import type { Locale } from "@/domain/locale"
import type { AppType, ReviewDecision } from "@/domain/oauth-app"
import { Problem } from "@/domain/problem"
import { checkVersion, type ReservedNames } from "@/features/oauth-apps/reviews/check-version"
import { ApprovedValues, type ReviewedApp } from "@/features/oauth-apps/reviews/schema"
import { prisma } from "@/platform/db/prisma"
import { type AppVersion, findCurrentVersions } from "@/features/oauth-apps/app-version"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

const AuditedUpdate = z.object({ before: ApprovedValues.default({}) })

async function findApprovedValues(appId: string, live: AppVersion | null): Promise<ReviewedApp["approved_with"]> {
  if (!live?.decided_at) return {}
  const updates = await prisma().auditEntry.findMany({
    where: { subject: appId, action: "oauth_app.updated", createdAt: { gt: new Date(live.decided_at) } },
    select: { data: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  })
  // The value before the first later change is the one that was approved.
  const approved = updates.reduce<ReviewedApp["approved_with"]>(
    (later, { data }) => ({ ...later, ...AuditedUpdate.parse(data).before }),
    {},
  )
  return Object.fromEntries(
    Object.entries(approved).filter(([field, value]) => value !== live[field as keyof typeof approved]),
  )
}

/**
 * An app with everything that a reviewer needs. The draft of a live app stays private to its developer. @throws Problem
 * not_found
 */
export async function getReviewedApp(reviewerId: string, clientId: string): Promise<ReviewedApp> {
  const app = clientId.includes("\0")
    ? null
    : await prisma().oauthApp.findFirst({
        where: { clientId, liveAppId: null, deletedAt: null },
        select: {
          id: true,
          clientId: true,
          type: true,
          accountId: true,
          suspendedAt: true,
          account: { select: { name: true, email: true, locale: true, createdAt: true } },
        },
      })
  if (!app) throw new Problem("not_found")
  const { id: appId, account: owner } = app
  const [{ live, open }, reviews, names, people, testers] = await Promise.all([
    findCurrentVersions(prisma(), appId),
    prisma().oauthAppReview.findMany({
      where: { version: { appId } },
      select: {
        decision: true,
        message: true,
        createdAt: true,
        version: { select: { number: true } },
        reviewer: { select: { name: true } },
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
    findReservedNames(app.accountId),
    prisma().oauthGrant.count({ where: { appId, revokedAt: null } }),
    prisma().oauthAppTester.count({ where: { appId } }),
  ])
  const submitted = open?.status === "draft" ? null : open
  const draft = live || submitted ? null : open
  const versionToCheck = submitted ?? live ?? draft
  const type = app.type as AppType
  return {
    client_id: app.clientId,
    type,
    own: app.accountId === reviewerId,
    owner: {
      name: owner.name,
      email: owner.email,
      locale: owner.locale as Locale,
      since: toTimestamp(owner.createdAt),
    },
    suspended_at: toTimestampOrNull(app.suspendedAt),
    people,
    testers,
    live,
    approved_with: await findApprovedValues(appId, live),
    handed_in: submitted,
    draft,
    findings: versionToCheck ? checkVersion(type, versionToCheck, names) : [],
    reviews: reviews.map((review) => ({
      decision: review.decision as ReviewDecision,
      message: review.message,
      version: review.version.number,
      reviewer: review.reviewer.name,
      created_at: toTimestamp(review.createdAt),
    })),
  }
}

const PLATFORM_NAMES = ["Haat", "हाट"]

async function findReservedNames(accountId: string): Promise<ReservedNames> {
  const [platform, apps] = await Promise.all([
    prisma().platformApp.findMany({ select: { name: true }, orderBy: { name: "asc" } }),
    prisma().oauthAppVersion.groupBy({
      by: "name",
      where: { status: { in: ["approved", "in_review"] }, app: { deletedAt: null, accountId: { not: accountId } } },
      orderBy: { name: "asc" },
    }),
  ])
  return { platform: [...PLATFORM_NAMES, ...platform.map(({ name }) => name)], apps: apps.map(({ name }) => name) }
}
