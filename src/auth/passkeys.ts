import { randomBytes } from "node:crypto"
import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server"
import { z } from "zod"
import { prisma } from "@/platform/db/prisma"
import { env } from "@/platform/env"
import type { Prisma } from "@/platform/prisma/client"
import { secondsFromNow } from "@/platform/seconds-from-now"
import { sha256 } from "@/platform/secrets"

// Web Authentication, level 3. Every passkey is discoverable and requires user verification (PIN or fingerprint), so it
// replaces both the password and the second factor.

export const RELYING_PARTY = { name: "Haat", id: new URL(env.appUrl).hostname, origin: new URL(env.appUrl).origin }

const CHALLENGE_SECONDS = 5 * 60

/**
 * Creates a single-use challenge of 32 random bytes. @param accountId the account to add a passkey to; null to sign in
 */
export async function createChallenge(accountId: string | null): Promise<Buffer<ArrayBuffer>> {
  const challenge = Buffer.from(new Uint8Array(randomBytes(32)))
  await prisma().webauthnChallenge.create({
    data: {
      hash: sha256(challenge.toString("base64url")),
      accountId,
      expiresAt: secondsFromNow(CHALLENGE_SECONDS),
    },
  })
  return challenge
}

/** Consumes a challenge; returns whether it was ours and unused. */
export async function consumeChallenge(challenge: string, accountId: string | null): Promise<boolean> {
  const deleted = await prisma().webauthnChallenge.deleteMany({
    where: { hash: sha256(challenge), accountId, expiresAt: { gt: new Date() } },
  })
  return deleted.count > 0
}

/** Returns the options with which a browser asks for any of our passkeys. */
export async function passkeyRequest() {
  return generateAuthenticationOptions({
    rpID: RELYING_PARTY.id,
    challenge: await createChallenge(null),
    userVerification: "required",
  })
}

const base64 = z
  .string()
  .max(4_096)
  .regex(/^[A-Za-z0-9_-]*$/)

/** The parts of AuthenticationResponseJSON that are used. */
export const PasskeyAssertion = z.object({
  id: base64,
  rawId: base64,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64,
    authenticatorData: base64,
    signature: base64,
    userHandle: base64.optional(),
  }),
  clientExtensionResults: z.object({}),
})

export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

const PASSKEY_SELECT = { id: true, accountId: true, publicKey: true, counter: true } satisfies Prisma.PasskeySelect

type StoredPasskey = Prisma.PasskeyGetPayload<{ select: typeof PASSKEY_SELECT }>

/**
 * Returns the account whose passkey has signed one of our challenges; null if the response is invalid. The challenge is
 * consumed in either case.
 */
export async function findPasskeyAccount(
  assertion: PasskeyAssertion,
  db: Prisma.TransactionClient = prisma(),
): Promise<string | null> {
  const passkey = await db.passkey.findUnique({
    where: { credentialId: assertion.id, account: { lockedAt: null } },
    select: PASSKEY_SELECT,
  })
  const verified = passkey && (await verifyAssertion(assertion, passkey))
  if (!verified) return null
  const { newCounter, credentialBackedUp } = verified
  // The counter of an authenticator without one stays at 0.
  const used = await db.passkey.updateMany({
    where: { id: passkey.id, ...(newCounter > 0 && { counter: { lt: newCounter } }) },
    data: { counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: new Date() },
  })
  return used.count > 0 ? passkey.accountId : null
}

async function verifyAssertion(assertion: PasskeyAssertion, passkey: StoredPasskey) {
  const { userHandle, ...response } = assertion.response
  if (userHandle !== undefined && Buffer.from(userHandle, "base64url").toString() !== passkey.accountId) return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response },
      expectedChallenge: (challenge) => consumeChallenge(challenge, null),
      expectedOrigin: RELYING_PARTY.origin,
      expectedRPID: RELYING_PARTY.id,
      credential: { id: assertion.id, publicKey: passkey.publicKey, counter: Number(passkey.counter) },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo : null
  } catch {
    // The library throws if the response is malformed, of another origin, or not signed by this key.
    return null
  }
}
