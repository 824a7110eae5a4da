import { v7 as uuidv7 } from "uuid"
import { Problem } from "@/domain/problem"
import type { OpenIncident, UpdateIncident } from "@/features/status/incidents/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"

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
