import { publicId, uuidOf } from "@/domain/public-id"
import type { AuditEntry, ListEntries } from "@/features/audit-log/schema"
import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"
import { toTimestamp } from "@/trpc/wire"

const SHOWN = 50

const ENTRY = {
  id: true,
  action: true,
  subject: true,
  actorKind: true,
  actorId: true,
  data: true,
  ip: true,
  requestId: true,
  createdAt: true,
} satisfies Prisma.AuditEntrySelect

const UUID_OF_ANY = /^[a-z]+_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The account with an email address or an id. */
const accountOf = async (actor: string): Promise<string | undefined> => {
  const id = uuidOf("account", actor)
  const account = await prisma().account.findFirst({
    where: { OR: [{ email: actor }, ...(id === null ? [] : [{ id }])] },
    select: { id: true },
  })
  return account?.id
}

/** The actors' current email addresses by account id; an entry may outlive its account. */
const emailsOf = async (accountIds: string[]): Promise<Map<string, string>> => {
  const accounts = await prisma().account.findMany({
    where: { id: { in: [...new Set(accountIds)] } },
    select: { id: true, email: true },
  })
  return new Map(accounts.map(({ id, email }) => [id, email]))
}

const startingWith = (text: string): string => text.replace(/[\\%_]/g, "\\$&")

/** The audit entries that match, newest first, 50 per page. */
export const listEntries = async ({
  actor,
  action,
  subject,
  after,
}: ListEntries): Promise<{ data: AuditEntry[]; next: string | null }> => {
  const conditions: Prisma.AuditEntryWhereInput[] = []
  if (actor.trim() !== "") {
    const actorId = await accountOf(actor.trim())
    if (actorId === undefined) return { data: [], next: null }
    conditions.push({ actorId })
  }
  const noun = action.trim()
  if (noun !== "") conditions.push({ OR: [{ action: noun }, { action: { startsWith: `${startingWith(noun)}.` } }] })
  const about = subject.trim()
  if (about !== "") {
    const uuid = UUID_OF_ANY.exec(about)?.[1]
    conditions.push({
      OR: [{ subject: about }, { requestId: about }, ...(uuid === undefined ? [] : [{ subject: uuid }])],
    })
  }
  if (after !== undefined) conditions.push({ id: { lt: after } })
  // Ids are UUIDv7, so their order is the order of time.
  const entries = await prisma().auditEntry.findMany({
    where: { AND: conditions },
    select: ENTRY,
    orderBy: { id: "desc" },
    take: SHOWN + 1,
  })
  const shown = entries.slice(0, SHOWN)
  const emails = await emailsOf(shown.flatMap(({ actorId }) => actorId ?? []))
  return {
    data: shown.map(({ id, action: done, subject: of, actorKind, actorId, data, ip, requestId, createdAt }) => ({
      id,
      action: done,
      subject: of,
      actor: {
        kind: actorKind,
        id: actorId && publicId("account", actorId),
        email: actorId === null ? null : (emails.get(actorId) ?? null),
      },
      data: data as Prisma.JsonObject,
      ip,
      request_id: requestId,
      created_at: toTimestamp(createdAt),
    })),
    next: entries.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
  }
}
