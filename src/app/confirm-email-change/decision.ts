/** What a reader of the mail decides about a change of the address. */
export type Decision = "confirm" | "stop"

interface Procedures {
  confirm: () => Promise<{ changed: boolean }>
  stop: () => Promise<void>
}

/** Carries out a decision, and returns what has become of the change: the name of the page's message. */
export async function endAfter(
  decision: Decision,
  { confirm, stop }: Procedures,
): Promise<"changed" | "waiting" | "stopped"> {
  if (decision === "confirm") return (await confirm()).changed ? "changed" : "waiting"
  await stop()
  return "stopped"
}
