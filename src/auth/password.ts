import { hash, verify } from "@node-rs/argon2"
import { Problem } from "@/domain/problem"
import { processSingleton } from "@/platform/process-singleton"
import { Semaphore } from "@/platform/concurrency/semaphore"

// OWASP's argon2id parameters: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each hash occupies one of libuv's four threads for about 30 ms; the threads also compress responses and sign tokens.
// Sign-ins have a queue of their own, which serves networks in turn. Browsers known for their account wait in another
// queue that strangers cannot fill.
const turns = (): Semaphore =>
  processSingleton("password-semaphore", () => new Semaphore({ concurrency: 1, maxQueued: 100 }))
const SIGN_INS = { concurrency: 2, maxQueued: 400, waitingMs: 10_000, priorityQueue: { maxQueued: 100 } }
const signInTurns = (): Semaphore => processSingleton("sign-in-semaphore", () => new Semaphore(SIGN_INS))
const refusal = (): Problem => new Problem("unavailable", { retryAfter: 5 })

/** @throws Problem unavailable if the queue is full */
export const hashPassword = (password: string): Promise<string> =>
  turns().run(() => hash(password, PARAMETERS), refusal)

let decoy: Promise<string> | undefined

/**
 * Checks a password within the caller's turn. Without a stored hash (no such account) it verifies a decoy for the same
 * time, so that the response time does not reveal which email addresses have an account.
 */
export const matchesPassword = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hash("no account has this password", PARAMETERS)
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}

/**
 * Queues and checks a password.
 * @throws Problem unavailable if the queue is full
 */
export const verifyPassword = (stored: string | null, password: string): Promise<boolean> =>
  turns().run(() => matchesPassword(stored, password), refusal)

/** The origin of a sign-in: a device that the database knows, or a stranger's networks, each containing the next. */
export type SignInTurn = { known: string } | { from: string[] }

/**
 * Queues work that checks a password at sign-in.
 * @throws Problem unavailable if the queue is full
 */
export const inSignInTurn = <T>(turn: SignInTurn, work: () => Promise<T>): Promise<T> =>
  "known" in turn
    ? signInTurns().run(work, refusal, [turn.known], "ahead")
    : signInTurns().run(work, refusal, turn.from)
