import type { Server } from "node:net"

/** Health check that the primary process of a cluster sends to each worker process. */
export const CHECK = { type: "check" } as const

interface Checked {
  type: "checked"
  /** Connections accepted since the process started. */
  accepted: number
}

export function isChecked(message: unknown): message is Checked {
  return isOfType(message, "checked") && typeof (message as Partial<Checked>).accepted === "number"
}

/**
 * Responds to the primary's health checks in a worker process, which shows that the event loop runs and whether
 * connections still arrive.
 */
export function answerChecks(server: Server): void {
  let accepted = 0
  server.on("connection", () => accepted++)
  process.on("message", (message: unknown) => {
    if (isOfType(message, CHECK.type)) process.send?.({ type: "checked", accepted } satisfies Checked)
  })
}

function isOfType(message: unknown, type: string): boolean {
  return typeof message === "object" && message !== null && (message as { type?: unknown }).type === type
}
