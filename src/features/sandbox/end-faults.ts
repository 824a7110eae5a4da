import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { prisma } from "@/platform/db/prisma"

/** Ends all faults of a sandbox. */
export async function endFaults(worldId: string): Promise<void> {
  await prisma().sandboxFault.deleteMany({ where: { worldId } })
}

/** @throws Problem not_found if the sandbox has no such fault, or it has had its last turn */
export async function endFault(worldId: string, publicFaultId: string): Promise<void> {
  const id = parsePublicId("sandbox_fault", publicFaultId)
  const ended = id === null ? { count: 0 } : await prisma().sandboxFault.deleteMany({ where: { id, worldId } })
  if (ended.count === 0) throw new Problem("not_found")
}
