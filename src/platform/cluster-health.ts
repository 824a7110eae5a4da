import type { Server } from "node:net"

/** Health check that the primary process of a cluster sends to each worker process. */
export const HEALTH_CHECK = { type: "check" } as const

interface HealthReport {
  type: "checked"
  /** Connections accepted since the process started. */
  accepted: number
}

export function isHealthReport(message: unknown): message is HealthReport {
  return isOfType(message, "checked") && typeof (message as Partial<HealthReport>).accepted === "number"
}

/**
 * Responds to the primary's health checks in a worker process, which shows that the event loop runs and whether
 * connections still arrive.
 */
export function respondToHealthChecks(server: Server): void {
  let accepted = 0
  server.on("connection", () => accepted++)
  process.on("message", (message: unknown) => {
    if (isOfType(message, HEALTH_CHECK.type)) process.send?.({ type: "checked", accepted } satisfies HealthReport)
  })
}

function isOfType(message: unknown, type: string): boolean {
  return typeof message === "object" && message !== null && (message as { type?: unknown }).type === type
}
