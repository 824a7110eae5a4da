import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server"
import { v7 as uuidv7 } from "uuid"
import { newChallenge, passkeyRequest, RELYING_PARTY, takeChallenge } from "@/auth/passkeys"
import { limitSubject } from "@/auth/network"
import { tellAccount } from "@/auth/tell-account"
import { invalid, Problem } from "@/domain/problem"
import { dropIdleRecoveryCodes, firstRecoveryCodes, lockAccount } from "@/features/security/factors"
import { type PasskeyRegistration, PASSKEYS_MAX } from "@/features/security/schema"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"
import { takeOrRefuse } from "@/platform/rate-limit"

const REQUESTS_PER_MINUTE = 60
const MINUTE_SECONDS = 60

/** What a browser needs to ask for any passkey of ours. @throws Problem rate_limit_exceeded */
export const requestPasskey = async (address: string | null) => {
  await takeOrRefuse(`passkey-request:${limitSubject(address)}`, REQUESTS_PER_MINUTE, MINUTE_SECONDS)
  return passkeyRequest()
}

/** What a browser needs to make a passkey for the account. */
export const beginPasskey = async ({ caller: { accountId } }: Actor) => {
  const [account] = await query<{ name: string; email: string }>("SELECT name, email FROM account WHERE id = $1", [
    accountId,
  ])
  if (!account) throw new Problem("not_found")
  const known = await query<{ credential_id: string; transports: string[] }>(
    "SELECT credential_id, transports FROM passkey WHERE account_id = $1",
    [accountId],
  )
  return generateRegistrationOptions({
    rpName: RELYING_PARTY.name,
    rpID: RELYING_PARTY.id,
    userID: new Uint8Array(Buffer.from(accountId)),
    userName: account.email,
    userDisplayName: account.name,
    challenge: await newChallenge(accountId),
    attestationType: "none",
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
}

const verified = async (accountId: string, answer: PasskeyRegistration) => {
  try {
    const { transports, ...response } = answer.response
    const result = await verifyRegistrationResponse({
      response: { ...answer, response: { ...response, ...(transports && { transports }) } },
      expectedChallenge: (challenge) => takeChallenge(challenge, accountId),
      expectedOrigin: RELYING_PARTY.origin,
      expectedRPID: RELYING_PARTY.id,
      requireUserVerification: true,
    })
    return result.verified ? result.registrationInfo : null
  } catch {
    // It throws for whatever is malformed, of another origin, or not signed for this challenge.
    return null
  }
}

/**
 * Keeps a passkey that a browser has made.
 * @returns recovery codes, where the account had none yet
 * @throws Problem validation_failed; invalid_state, at 20 passkeys or for one that is known
 */
export const addPasskey = async (actor: Actor, name: string, answer: PasskeyRegistration): Promise<string[] | null> => {
  const { accountId } = actor.caller
  const made = await verified(accountId, answer)
  if (!made) throw invalid("passkey", "invalid_passkey", "The browser's answer does not fit what was asked.")
  return transaction(async (tx) => {
    await lockAccount(tx, accountId)
    const [count] = await query<{ passkeys: number }>(
      "SELECT count(*)::int AS passkeys FROM passkey WHERE account_id = $1",
      [accountId],
      tx,
    )
    if ((count?.passkeys ?? 0) >= PASSKEYS_MAX)
      throw new Problem("invalid_state", {
        message: `An account has at most ${PASSKEYS_MAX} passkeys; remove one first.`,
      })
    const { credential, credentialBackedUp } = made
    const id = uuidv7()
    const kept = await query(
      `INSERT INTO passkey (id, account_id, credential_id, public_key, counter, transports, backed_up, name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
      [
        id,
        accountId,
        credential.id,
        Buffer.from(credential.publicKey),
        credential.counter,
        answer.response.transports ?? [],
        credentialBackedUp,
        name,
      ],
      tx,
    )
    if (kept.length === 0) throw new Problem("invalid_state", { message: "This passkey is known already." })
    const codes = await firstRecoveryCodes(tx, accountId)
    await audit(tx, actor, "passkey.added", id, { name })
    await tellAccount(tx, accountId, { template: "passkey_added", passkey: name }, "/settings/security")
    return codes
  })
}

/** @throws Problem not_found */
export const removePasskey = (actor: Actor, id: string): Promise<void> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    await lockAccount(tx, accountId)
    const [removed] = await query<{ name: string }>(
      "DELETE FROM passkey WHERE id = $1 AND account_id = $2 RETURNING name",
      [id, accountId],
      tx,
    )
    if (!removed) throw new Problem("not_found")
    await dropIdleRecoveryCodes(tx, accountId)
    await audit(tx, actor, "passkey.removed", id, { name: removed.name })
    await tellAccount(tx, accountId, { template: "passkey_removed", passkey: removed.name }, "/settings/security")
  })
