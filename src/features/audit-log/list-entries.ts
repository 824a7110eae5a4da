import { findAccountId } from "@/auth/find-account-id"
import { findAppNames } from "@/auth/find-app-names"
import { publicId } from "@/domain/public-id"
import { UUID_PATTERN } from "@/domain/uuid"
import type { AuditEntry, ListEntries } from "@/features/audit-log/schema"
import { escapeLike } from "@/platform/db/like-pattern"
import { prisma } from "@/platform/db/prisma"
import type { Prisma } from "@/platform/prisma/client"
import { toTimestamp } from "@/trpc/wire"

const ENTRIES_PER_PAGE = 50

const ENTRY_SELECT = {
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

const PUBLIC_ID = /^[a-z]+_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The current email addresses of accounts by their ids; an entry may outlive an account. */
async function findEmails(accountIds: string[]): Promise<Map<string, string>> {
  const accounts = await prisma().account.findMany({
    where: { id: { in: [...new Set(accountIds)] } },
    select: { id: true, email: true },
  })
  return new Map(accounts.map(({ id, email }) => [id, email]))
}

/** What an entry itself says about the name of its subject: a name, an order's number or a store's slug. */
function recordedName(data: Prisma.JsonValue): string | null {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null
  return [data.name, data.number, data.store].find((value) => typeof value === "string") ?? null
}

/** The audit entries that match, newest first, 50 per page. */
export async function listEntries({
  actor,
  action,
  subject,
  after,
}: ListEntries): Promise<{ data: AuditEntry[]; next: string | null }> {
  const conditions: Prisma.AuditEntryWhereInput[] = []
  if (actor.trim() !== "") {
    const actorId = await findAccountId(actor.trim())
    if (actorId === undefined) return { data: [], next: null }
    conditions.push({ actorId })
  }
  const actionFilter = action.trim()
  if (actionFilter !== "")
    conditions.push({ OR: [{ action: actionFilter }, { action: { startsWith: `${escapeLike(actionFilter)}.` } }] })
  const subjectFilter = subject.trim()
  if (subjectFilter !== "") {
    const uuid = PUBLIC_ID.exec(subjectFilter)?.[1]
    conditions.push({
      OR: [
        { subject: subjectFilter },
        { requestId: subjectFilter },
        ...(uuid === undefined ? [] : [{ subject: uuid }]),
      ],
    })
  }
  if (after !== undefined) conditions.push({ id: { lt: after } })
  // Ids are UUIDv7, so their order is the order of time.
  const entries = await prisma().auditEntry.findMany({
    where: { AND: conditions },
    select: ENTRY_SELECT,
    orderBy: { id: "desc" },
    take: ENTRIES_PER_PAGE + 1,
  })
  const page = entries.slice(0, ENTRIES_PER_PAGE)
  const subjectIds = page.flatMap((entry) => (UUID_PATTERN.test(entry.subject) ? entry.subject : []))
  const [emails, appNames] = await Promise.all([
    findEmails([...page.flatMap(({ actorId }) => actorId ?? []), ...subjectIds]),
    findAppNames(subjectIds),
  ])
  return {
    data: page.map(
      ({ id, action: entryAction, subject: entrySubject, actorKind, actorId, data, ip, requestId, createdAt }) => ({
        id,
        action: entryAction,
        subject: entrySubject,
        subject_name: emails.get(entrySubject) ?? appNames.get(entrySubject) ?? recordedName(data),
        actor: {
          kind: actorKind,
          id: actorId && publicId("account", actorId),
          email: actorId === null ? null : (emails.get(actorId) ?? null),
        },
        data: data as Prisma.JsonObject,
        ip,
        request_id: requestId,
        created_at: toTimestamp(createdAt),
      }),
    ),
    next: entries.length > ENTRIES_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}
