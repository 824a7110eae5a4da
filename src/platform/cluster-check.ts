import type { Server } from "node:net"

/** What the first process of a cluster asks of each other one. */
export const CHECK = { type: "check" } as const

interface Checked {
  type: "checked"
  /** Connections since the process began. */
  accepted: number
}

export function isChecked(message: unknown): message is Checked {
  return isOfType(message, "checked") && typeof (message as Partial<Checked>).accepted === "number"
}

/** In a process of a cluster: answers the first one's checks, which shows that the event loop runs, and tells whether connections still arrive. */
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
