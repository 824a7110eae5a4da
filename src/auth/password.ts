import { hash, verify } from "@node-rs/argon2"
import { Problem } from "@/domain/problem"
import { processSingleton } from "@/platform/process-singleton"
import { Semaphore } from "@/platform/concurrency/semaphore"

// OWASP's argon2id parameters: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each hash occupies one of libuv's four threads for about 30 ms; the threads also compress responses and sign tokens.
// Sign-ins have a queue of their own, which serves networks in turn. Browsers known for their account wait in another
// queue that strangers cannot fill.
function hashSemaphore(): Semaphore {
  return processSingleton("password-semaphore", () => new Semaphore({ concurrency: 1, maxQueued: 100 }))
}
const SIGN_INS = { concurrency: 2, maxQueued: 400, queueTimeoutMs: 10_000, priorityQueue: { maxQueued: 100 } }
function signInSemaphore(): Semaphore {
  return processSingleton("sign-in-semaphore", () => new Semaphore(SIGN_INS))
}
function overloaded(): Problem {
  return new Problem("unavailable", { retryAfter: 5 })
}

/** @throws Problem unavailable if the queue is full */
export function hashPassword(password: string): Promise<string> {
  return hashSemaphore().run(() => hash(password, PARAMETERS), overloaded)
}

let dummyHash: Promise<string> | undefined

/**
 * Checks a password within the caller's turn. Without a stored hash (no such account) it verifies a decoy for the same
 * time, so that the response time does not reveal which email addresses have an account.
 */
export async function matchesPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hash("no account has this password", PARAMETERS)
  const matches = await verify(stored ?? (await dummyHash), password)
  return stored !== null && matches
}

/**
 * Queues and checks a password.
 * @throws Problem unavailable if the queue is full
 */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return hashSemaphore().run(() => matchesPassword(stored, password), overloaded)
}

/** The origin of a sign-in: a device that the database knows, or a stranger's networks, each containing the next. */
type SignInQueue = { deviceId: string } | { networks: string[] }

/**
 * Queues work that checks a password at sign-in.
 * @throws Problem unavailable if the queue is full
 */
export function withSignInSlot<T>(queue: SignInQueue, work: () => Promise<T>): Promise<T> {
  return "deviceId" in queue
    ? signInSemaphore().run(work, overloaded, [queue.deviceId], "priority")
    : signInSemaphore().run(work, overloaded, queue.networks)
}
