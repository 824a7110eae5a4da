import { hash, verify } from "@node-rs/argon2"

// OWASP's argon2id parameters: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS)

let decoy: Promise<string> | undefined

/**
 * Checks a password. Without a stored hash (no such account) it works as long on a decoy, so that the time of the answer does
 * not tell which e-mail addresses have an account.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hashPassword("no account has this password")
  const matches = await verify(stored ?? (await decoy), password)
  return stored !== null && matches
}
