import type { OauthRefusalReason } from "@/domain/oauth-refusal"
import { getOwnAppId } from "@/features/oauth-apps/own-app"
import type { ListLog, OauthLogEntry } from "@/features/oauth-apps/schema"
import { prisma } from "@/platform/db/prisma"
import { toTimestamp } from "@/trpc/wire"

const ENTRIES_PER_PAGE = 50

/** The end of an id: enough to tell people apart in the log, without the whole id by which the app knows them. */
const masked = (id: string | null): string | null => id && `…${id.slice(-6)}`

/**
 * The refused requests of an app, newest first, 50 per page.
 * @throws Problem not_found, also for apps of other accounts
 */
export const listAppLog = async (
  accountId: string,
  { client_id, after }: ListLog,
): Promise<{ data: OauthLogEntry[]; next: string | null }> => {
  const appId = await getOwnAppId(accountId, client_id)
  // Ids are UUIDv7, so their order is the order of time.
  const rows = await prisma().oauthLogEntry.findMany({
    where: { appId, ...(after !== undefined && { id: { lt: after } }) },
    orderBy: { id: "desc" },
    take: ENTRIES_PER_PAGE + 1,
  })
  const page = rows.slice(0, ENTRIES_PER_PAGE)
  return {
    data: page.map((entry) => ({
      id: entry.id,
      endpoint: entry.endpoint,
      error: entry.error,
      reason: entry.reason as OauthRefusalReason,
      detail: entry.detail,
      person: masked(entry.accountId),
      grant: masked(entry.grantId),
      request_id: entry.requestId,
      occurrences: entry.occurrences,
      created_at: toTimestamp(entry.createdAt),
    })),
    next: rows.length > ENTRIES_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}
