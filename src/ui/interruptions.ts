/** Why a call waits for the person: reauthentication, or a new sign-in. */
export type Interruption = "proof" | "sign_in"
type Ask = (interruption: Interruption) => Promise<boolean>

let ask: Ask | null = null

/** Sets the function that asks the person; its promise says whether they complied. Null: no dialog is available. */
export function onInterruption(given: Ask | null): void {
  ask = given
}

/** Asks the person for what a call waits for; false if they decline or no dialog is available. */
export async function askPerson(interruption: Interruption): Promise<boolean> {
  return ask !== null && (await ask(interruption))
}
