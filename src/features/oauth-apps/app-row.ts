import type { AppStatus, AppType, ReviewDecision, VersionStatus } from "@/domain/oauth-app"
import { logoPath } from "@/domain/oauth-app"
import { isClientId } from "@/features/oauth-apps/client-id"
import { missingFields } from "@/features/oauth-apps/missing-fields"
import type { OauthApp, OauthAppSummary, TestClient } from "@/features/oauth-apps/schema"
import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"
import { findCurrentVersions } from "@/features/oauth-apps/app-version"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

const SUMMARY_SELECT = {
  id: true,
  clientId: true,
  type: true,
  suspendedAt: true,
  createdAt: true,
  versions: { select: { id: true, status: true, name: true, logoHash: true }, orderBy: { number: "desc" } },
} as const satisfies Prisma.OauthAppSelect

type SummaryRow = Prisma.OauthAppGetPayload<{ select: typeof SUMMARY_SELECT }>

function toSummary({ versions, ...app }: SummaryRow, people: number): OauthAppSummary {
  // The newest approved version is live; an app without one shows its newest version.
  const live = versions.find(({ status }) => status === "approved")
  const open = versions.find(({ status }) => status !== "approved")
  const shownVersion = live ?? open
  if (!shownVersion) throw new Error(`app ${app.id} has no version`)
  return {
    client_id: app.clientId,
    type: app.type as AppType,
    status: app.suspendedAt ? "suspended" : (shownVersion.status as AppStatus),
    update: live && open ? (open.status as VersionStatus) : null,
    name: shownVersion.name,
    logo: logoPath(shownVersion.id, shownVersion.logoHash),
    people,
    created_at: toTimestamp(app.createdAt),
  }
}

/** An account's apps, newest first. */
export async function listAppSummaries(accountId: string): Promise<OauthAppSummary[]> {
  const apps = await prisma().oauthApp.findMany({
    where: { accountId, liveAppId: null, deletedAt: null },
    select: SUMMARY_SELECT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  })
  const counts = await prisma().oauthGrant.groupBy({
    by: "appId",
    where: { appId: { in: apps.map(({ id }) => id) }, revokedAt: null },
    _count: true,
  })
  const userCounts = new Map(counts.map(({ appId, _count: count }) => [appId, count]))
  return apps.map((app) => toSummary(app, userCounts.get(app.id) ?? 0))
}

const CLIENT_SELECT = {
  id: true,
  clientId: true,
  redirectUris: true,
  postLogoutRedirectUris: true,
  createdAt: true,
} as const satisfies Prisma.OauthAppSelect

/** The secrets of a client that are still valid, the permanent one first. */
async function findSecrets(db: Prisma.TransactionClient, appId: string): Promise<OauthApp["secrets"]> {
  const secrets = await db.oauthAppSecret.findMany({
    where: { appId, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
    select: { lastFour: true, createdAt: true, expiresAt: true },
    orderBy: [{ expiresAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }],
  })
  return secrets.map((secret) => ({
    last_four: secret.lastFour,
    created_at: toTimestamp(secret.createdAt),
    expires_at: toTimestampOrNull(secret.expiresAt),
  }))
}

function countPeople(db: Prisma.TransactionClient, appId: string): Promise<number> {
  return db.oauthGrant.count({ where: { appId, revokedAt: null } })
}

async function findTestClient(db: Prisma.TransactionClient, liveAppId: string): Promise<TestClient | null> {
  const client = await db.oauthApp.findFirst({ where: { liveAppId, deletedAt: null }, select: CLIENT_SELECT })
  return (
    client && {
      client_id: client.clientId,
      redirect_uris: client.redirectUris,
      post_logout_redirect_uris: client.postLogoutRedirectUris,
      secrets: await findSecrets(db, client.id),
      people: await countPeople(db, client.id),
      created_at: toTimestamp(client.createdAt),
    }
  )
}

/** An account's app as its owner sees it; null if the account has no such app. */
export async function findOwnApp(
  accountId: string,
  clientId: string,
  db: Prisma.TransactionClient = prisma(),
): Promise<OauthApp | null> {
  if (!isClientId(clientId)) return null
  const app = await db.oauthApp.findFirst({
    where: { clientId, accountId, liveAppId: null, deletedAt: null },
    select: {
      ...SUMMARY_SELECT,
      testers: { select: { email: true }, orderBy: { email: "asc" } },
    },
  })
  if (!app) return null
  const { live, open } = await findCurrentVersions(db, app.id)
  const reviews = await db.oauthAppReview.findMany({
    where: { version: { appId: app.id } },
    select: { decision: true, message: true, createdAt: true, version: { select: { number: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  })
  return {
    ...toSummary(app, await countPeople(db, app.id)),
    live,
    open,
    missing: open ? missingFields(open) : [],
    secrets: await findSecrets(db, app.id),
    test_client: await findTestClient(db, app.id),
    testers: app.testers.map(({ email }) => email),
    reviews: reviews.map(({ decision, message, version, createdAt }) => ({
      decision: decision as ReviewDecision,
      message,
      version: version.number,
      created_at: toTimestamp(createdAt),
    })),
  }
}
