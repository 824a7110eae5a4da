/** Why a call waits for the person: reauthentication, or a new sign-in. */
export type AuthChallenge = "proof" | "sign_in"
type ChallengeHandler = (challenge: AuthChallenge) => Promise<boolean>

let handler: ChallengeHandler | null = null

/** Sets the function that asks the person; its promise says whether they complied. Null: no dialog is available. */
export function setChallengeHandler(next: ChallengeHandler | null): void {
  handler = next
}

/** Asks the person for what a call waits for; false if they decline or no dialog is available. */
export async function requestChallenge(challenge: AuthChallenge): Promise<boolean> {
  return handler !== null && (await handler(challenge))
}
