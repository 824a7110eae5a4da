import { randomBytes } from "node:crypto"
import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server"
import { z } from "zod"
import { type Queryable, query } from "@/platform/db"
import { env } from "@/platform/env"
import { sha256 } from "@/platform/secrets"

// Web Authentication, level 3. Every passkey is discoverable and asks its holder for a PIN or a fingerprint, so that it stands for
// the password and the second factor at once.

export const RELYING_PARTY = { name: "Haat", id: new URL(env.appUrl).hostname, origin: new URL(env.appUrl).origin }

const CHALLENGE_SECONDS = 5 * 60

/** 32 random bytes for an authenticator to sign, once. @param accountId whose new passkey it is for; null to sign in */
export const newChallenge = async (accountId: string | null): Promise<Buffer<ArrayBuffer>> => {
  const challenge = Buffer.from(new Uint8Array(randomBytes(32)))
  await query(
    "INSERT INTO webauthn_challenge (hash, account_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))",
    [sha256(challenge.toString("base64url")), accountId, CHALLENGE_SECONDS],
  )
  return challenge
}

/** Uses up a challenge of ours. */
export const takeChallenge = async (challenge: string, accountId: string | null): Promise<boolean> => {
  const taken = await query(
    "DELETE FROM webauthn_challenge WHERE hash = $1 AND account_id IS NOT DISTINCT FROM $2::uuid AND expires_at > now() RETURNING hash",
    [sha256(challenge), accountId],
  )
  return taken.length > 0
}

/** What a browser needs to ask for any passkey of ours. */
export const passkeyRequest = async () =>
  generateAuthenticationOptions({
    rpID: RELYING_PARTY.id,
    challenge: await newChallenge(null),
    userVerification: "required",
  })

const base64 = z
  .string()
  .max(4_096)
  .regex(/^[A-Za-z0-9_-]*$/)

/** What a browser answers (AuthenticationResponseJSON), as far as it is read. */
export const PasskeyAnswer = z.object({
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

export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

interface PasskeyRow {
  id: string
  account_id: string
  public_key: Buffer
  counter: string
}

/** The account whose passkey has signed a challenge of ours; null for anything else. The challenge is used up either way. */
export const accountOfPasskey = async (answer: PasskeyAnswer, db?: Queryable): Promise<string | null> => {
  const [passkey] = await query<PasskeyRow>(
    `SELECT p.id, p.account_id, p.public_key, p.counter FROM passkey p JOIN account a ON a.id = p.account_id
     WHERE p.credential_id = $1 AND a.locked_at IS NULL`,
    [answer.id],
    db,
  )
  const verified = passkey && (await isSigned(answer, passkey))
  if (!verified) return null
  const used = await query(
    "UPDATE passkey SET counter = $2, backed_up = $3, last_used_at = now() WHERE id = $1 AND (counter < $2 OR $2 = 0) RETURNING id",
    [passkey.id, verified.newCounter, verified.credentialBackedUp],
    db,
  )
  return used.length > 0 ? passkey.account_id : null
}

const isSigned = async (answer: PasskeyAnswer, passkey: PasskeyRow) => {
  const { userHandle, ...response } = answer.response
  if (userHandle !== undefined && Buffer.from(userHandle, "base64url").toString() !== passkey.account_id) return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response },
      expectedChallenge: (challenge) => takeChallenge(challenge, null),
      expectedOrigin: RELYING_PARTY.origin,
      expectedRPID: RELYING_PARTY.id,
      credential: { id: answer.id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo : null
  } catch {
    // It throws for whatever is malformed, of another origin, or not signed by this key.
    return null
  }
}
