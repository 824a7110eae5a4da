/** Why a call waits for the person: a fresh proof of who they are, or a new sign-in. */
export type Interruption = "proof" | "sign_in"
type Ask = (interruption: Interruption) => Promise<boolean>

let ask: Ask | null = null

/** Sets how a person is asked for what a call waits for; the promise says whether they gave it. Null: there is nobody to ask. */
export function onInterruption(given: Ask | null): void {
  ask = given
}

/** Asks the person for what a call waits for; false where they refuse or nobody can be asked. */
export async function askPerson(interruption: Interruption): Promise<boolean> {
  return ask !== null && (await ask(interruption))
}
