import { DAY_MS } from "@/domain/time-units"
import { type Incident, Incident as IncidentSchema } from "@/features/status/incidents/schema"
import { STATUS_DAYS } from "@/features/status/status-history"
import { prisma } from "@/platform/db/prisma"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

/** Incidents that are shown at most. */
const INCIDENTS_MAX = 100

/**
 * The incidents that are open or began in the days of the status page, newest first, with their updates.
 * @throws Error of Prisma if the database is unreachable
 */
export async function listIncidents(now: Date): Promise<Incident[]> {
  const since = new Date(now.getTime() - STATUS_DAYS * DAY_MS)
  const rows = await prisma().statusIncident.findMany({
    where: { OR: [{ resolvedAt: null }, { startedAt: { gte: since } }] },
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    take: INCIDENTS_MAX,
    include: { updates: { orderBy: [{ createdAt: "desc" }, { id: "desc" }] } },
  })
  return rows.map(({ updates, startedAt, updatedAt, resolvedAt, ...row }) =>
    IncidentSchema.parse({
      ...row,
      started_at: toTimestamp(startedAt),
      updated_at: toTimestamp(updatedAt),
      resolved_at: toTimestampOrNull(resolvedAt),
      updates: updates.map(({ createdAt, ...update }) => ({ ...update, created_at: toTimestamp(createdAt) })),
    }),
  )
}
