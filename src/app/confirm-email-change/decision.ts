/** The decision of an email's recipient about the change of their address. */
export type Decision = "confirm" | "reject"

interface Procedures {
  confirm: () => Promise<{ changed: boolean }>
  reject: () => Promise<void>
}

/** Carries out a decision, and returns the state of the change, which names the page's message. */
export async function applyDecision(
  decision: Decision,
  { confirm, reject }: Procedures,
): Promise<"changed" | "pending" | "cancelled"> {
  if (decision === "confirm") return (await confirm()).changed ? "changed" : "pending"
  await reject()
  return "cancelled"
}
