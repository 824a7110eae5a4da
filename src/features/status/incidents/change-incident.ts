import { v7 as uuidv7 } from "uuid"
import { Problem } from "@/domain/problem"
import type { EditIncident, OpenIncident, UpdateIncident } from "@/features/status/incidents/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"

/** What an incident says, for the audit log. */
const WORDS = {
  component: true,
  severity: true,
  title: true,
  updates: { select: { id: true, status: true, body: true }, orderBy: { createdAt: "asc" } },
} as const satisfies Prisma.StatusIncidentSelect

/** Opens an incident, which the status page shows immediately. @returns its id */
export async function openIncident(
  actor: Actor,
  { component, severity, title, body }: OpenIncident,
): Promise<{ id: string }> {
  const id = uuidv7()
  const status = "investigating"
  await prismaTransaction(async (tx) => {
    await tx.statusIncident.create({
      data: { id, component, severity, status, title, updates: { create: { id: uuidv7(), status, body } } },
    })
    await audit(queryableOf(tx), actor, "status_incident.opened", id, { component, severity, title, body })
  })
  return { id }
}

/**
 * Adds an update to an open incident; the status "resolved" ends it.
 * @throws Problem not_found; invalid_state if it is resolved
 */
export async function updateIncident(actor: Actor, { id, severity, status, body }: UpdateIncident): Promise<void> {
  await prismaTransaction(async (tx) => {
    const now = new Date()
    const { count } = await tx.statusIncident.updateMany({
      where: { id, resolvedAt: null },
      data: { severity, status, updatedAt: now, resolvedAt: status === "resolved" ? now : null },
    })
    if (count === 0) {
      const exists = (await tx.statusIncident.count({ where: { id } })) > 0
      throw new Problem(exists ? "invalid_state" : "not_found", {
        ...(exists && { message: "This incident is resolved. Open a new one." }),
      })
    }
    await tx.statusIncidentUpdate.create({ data: { id: uuidv7(), incidentId: id, status, body, createdAt: now } })
    const action = status === "resolved" ? "status_incident.resolved" : "status_incident.updated"
    await audit(queryableOf(tx), actor, action, id, { severity, status, body })
  })
}

/**
 * Corrects what an incident says. The audit log keeps what it said before.
 * @throws Problem not_found, also when it has no such update
 */
export async function editIncident(
  actor: Actor,
  { id, component, severity, title, updates }: EditIncident,
): Promise<void> {
  await prismaTransaction(async (tx) => {
    const before = await tx.statusIncident.findUnique({ where: { id }, select: WORDS })
    if (!before) throw new Problem("not_found")
    await tx.statusIncident.update({ where: { id }, data: { component, severity, title, updatedAt: new Date() } })
    for (const { id: update, body } of updates) {
      const { count } = await tx.statusIncidentUpdate.updateMany({
        where: { id: update, incidentId: id },
        data: { body },
      })
      if (count === 0) throw new Problem("not_found")
    }
    const after = await tx.statusIncident.findUniqueOrThrow({ where: { id }, select: WORDS })
    await audit(queryableOf(tx), actor, "status_incident.edited", id, { before, after })
  })
}

/**
 * Deletes an incident that was opened by mistake, with its updates. The audit log keeps what it said.
 * @throws Problem not_found
 */
export async function deleteIncident(actor: Actor, id: string): Promise<void> {
  await prismaTransaction(async (tx) => {
    const before = await tx.statusIncident.findUnique({ where: { id }, select: WORDS })
    if (!before) throw new Problem("not_found")
    await tx.statusIncident.delete({ where: { id } })
    await audit(queryableOf(tx), actor, "status_incident.deleted", id, { before })
  })
}
