import { hash, verify } from "@node-rs/argon2"
import { Problem } from "@/domain/problem"
import { once } from "@/platform/once"
import { Turns } from "@/platform/turns"

// OWASP's argon2id parameters: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each takes one of libuv's four threads for some 30 ms, which also compress the answers to everybody and sign tokens.
const turns = (): Turns => once("password-turns", () => new Turns({ atOnce: 2, waiting: 100 }))
const refusal = (): Problem => new Problem("unavailable", { retryAfter: 5 })

/** @throws Problem unavailable, while too many others wait */
export const hashPassword = (password: string): Promise<string> =>
  turns().take(() => hash(password, PARAMETERS), refusal)

let decoy: Promise<string> | undefined

/**
 * Checks a password. Without a stored hash (no such account) it works as long on a decoy, so that the time of the answer does
 * not tell which e-mail addresses have an account.
 * @throws Problem unavailable, while too many others wait
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hash("no account has this password", PARAMETERS)
  const against = stored ?? (await decoy)
  const matches = await turns().take(() => verify(against, password), refusal)
  return stored !== null && matches
}
