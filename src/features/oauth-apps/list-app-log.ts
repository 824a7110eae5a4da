import { personaOf } from "@/auth/persona"
import type { OauthRefusalReason } from "@/domain/oauth-refusal"
import { publicId } from "@/domain/public-id"
import { getOwnAppId } from "@/features/oauth-apps/own-app"
import type { ListLog, OauthLogEntry } from "@/features/oauth-apps/schema"
import { prisma } from "@/platform/db/prisma"
import { toTimestamp } from "@/trpc/wire"

const ENTRIES_PER_PAGE = 50

/** The end of an id: enough to distinguish users in the log, without the whole id that the app knows. */
function masked(id: string | null): string | null {
  return id && `…${id.slice(-6)}`
}

/**
 * The refused requests of an app and its test client that match, newest first, 50 per page.
 * @throws Problem not_found, also for apps of other accounts
 */
export async function listAppLog(
  accountId: string,
  { client_id, q, endpoint, livemode, reason, after }: ListLog,
): Promise<{ data: OauthLogEntry[]; next: string | null }> {
  const appId = await getOwnAppId(accountId, client_id)
  const testClients =
    livemode === true ? [] : await prisma().oauthApp.findMany({ where: { liveAppId: appId }, select: { id: true } })
  const clients = [...(livemode === false ? [] : [appId]), ...testClients.map(({ id }) => id)]
  // Ids are UUIDv7, so their order is the order of time.
  const rows = await prisma().oauthLogEntry.findMany({
    where: {
      appId: { in: clients },
      ...(q !== undefined && { OR: [{ error: q }, { requestId: q }] }),
      ...(endpoint !== undefined && { endpoint }),
      ...(reason !== undefined && { reason }),
      ...(after !== undefined && { id: { lt: after } }),
    },
    orderBy: { id: "desc" },
    take: ENTRIES_PER_PAGE + 1,
  })
  const page = rows.slice(0, ENTRIES_PER_PAGE)
  const asThemselves = await findGrantsAsThemselves(page.flatMap(({ grantId }) => grantId ?? []))
  const subjectOf = (person: string, livemode: boolean, grantId: string | null): string =>
    livemode || (grantId !== null && asThemselves.has(grantId))
      ? publicId("account", person)
      : personaOf(appId, person).subject
  return {
    data: page.map((entry) => {
      const livemode = entry.appId === appId
      return {
        id: entry.id,
        livemode,
        endpoint: entry.endpoint,
        error: entry.error,
        reason: entry.reason as OauthRefusalReason,
        detail: entry.detail,
        person: masked(entry.accountId && subjectOf(entry.accountId, livemode, entry.grantId)),
        grant: masked(entry.grantId),
        request_id: entry.requestId,
        occurrences: entry.occurrences,
        created_at: toTimestamp(entry.createdAt),
      }
    }),
    next: rows.length > ENTRIES_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Returns those of the grants under which the client knows the person, not a persona. */
async function findGrantsAsThemselves(ids: string[]): Promise<ReadonlySet<string>> {
  const grants = await prisma().oauthGrant.findMany({
    where: { id: { in: ids }, persona: false },
    select: { id: true },
  })
  return new Set(grants.map(({ id }) => id))
}
