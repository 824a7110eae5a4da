import type { Caller } from "@/domain/caller"
import { getKey } from "@/features/api-keys/get-key"
import { KEY_EVENTS, type KeyEvent, type KeyEventType } from "@/features/api-keys/schema"
import { prisma } from "@/platform/db/prisma"
import { toTimestamp } from "@/trpc/wire"

const EVENTS_MAX = 20

/** The fields of a key that an entry's data may name as changed. */
const CHANGEABLE = ["name", "allowed_ips", "rate_limit", "api_version"] as const

/**
 * The last changes of a key from the audit log, newest first. Who made a change is named only if it was the account.
 * @throws Problem not_found, also for a key of another account or of the other mode
 */
export async function listKeyEvents(caller: Caller, id: string): Promise<KeyEvent[]> {
  await getKey(caller, id)
  const entries = await prisma().auditEntry.findMany({
    where: { subject: id.slice(id.indexOf("_") + 1), action: { in: KEY_EVENTS.map((type) => `api_key.${type}`) } },
    select: { id: true, action: true, data: true, actorId: true, ip: true, createdAt: true },
    orderBy: { createdAt: "desc" },
    take: EVENTS_MAX,
  })
  return entries.map((entry) => {
    const own = entry.actorId === caller.accountId
    return {
      id: entry.id,
      type: toType(entry.action),
      changed: changedFields(entry.data),
      by_account: own,
      ip: own ? entry.ip : null,
      created_at: toTimestamp(entry.createdAt),
    }
  })
}

function toType(action: string): KeyEventType {
  const type = KEY_EVENTS.find((each) => action === `api_key.${each}`)
  if (!type) throw new Error(`not an event of a key: ${action}`)
  return type
}

function changedFields(data: unknown): KeyEvent["changed"] {
  const [before, after] = [fieldOf(data, "before"), fieldOf(data, "after")]
  return CHANGEABLE.filter((field) => JSON.stringify(fieldOf(before, field)) !== JSON.stringify(fieldOf(after, field)))
}

function fieldOf(data: unknown, name: string): unknown {
  return typeof data === "object" && data !== null ? Object.entries(data).find(([key]) => key === name)?.[1] : undefined
}
