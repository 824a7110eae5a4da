import { hash, verify } from "@node-rs/argon2"
import { Problem } from "@/domain/problem"
import { once } from "@/platform/once"
import { Turns } from "@/platform/concurrency/turns"

// OWASP's argon2id parameters: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each takes one of libuv's four threads for some 30 ms, which also compress the answers to everybody and sign tokens. Sign-ins have turns
// of their own, of which no network can take all, and browsers that are known for their account wait in a line that strangers cannot fill.
const turns = (): Turns => once("password-turns", () => new Turns({ atOnce: 1, waiting: 100 }))
const signInTurns = (): Turns =>
  once(
    "sign-in-turns",
    () => new Turns({ atOnce: 2, waiting: 400, waitingEach: 128, ahead: { waiting: 100, waitingEach: 5 } }),
  )
const refusal = (): Problem => new Problem("unavailable", { retryAfter: 5 })

/** @throws Problem unavailable, while too many others wait */
export const hashPassword = (password: string): Promise<string> =>
  turns().take(() => hash(password, PARAMETERS), refusal)

let decoy: Promise<string> | undefined

/**
 * Checks a password within the caller's turn. Without a stored hash (no such account) it works as long on a decoy, so that the time of the
 * answer does not tell which e-mail addresses have an account.
 */
export const matchesPassword = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hash("no account has this password", PARAMETERS)
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}

/**
 * Checks a password in a turn of its own.
 * @throws Problem unavailable, while too many others wait
 */
export const verifyPassword = (stored: string | null, password: string): Promise<boolean> =>
  turns().take(() => matchesPassword(stored, password), refusal)

/** Whose sign-in it is: of a device that the database knows, or of a stranger from some networks, each within the next. */
export type SignInTurn = { known: string } | { from: string[] }

/**
 * Does what checks a password at a sign-in when its turn comes.
 * @throws Problem unavailable, while too many others wait
 */
export const inSignInTurn = <T>(turn: SignInTurn, work: () => Promise<T>): Promise<T> =>
  "known" in turn
    ? signInTurns().take(work, refusal, [turn.known], "ahead")
    : signInTurns().take(work, refusal, turn.from)
