import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server"
import { v7 as uuidv7 } from "uuid"
import { createChallenge, passkeyRequest, RELYING_PARTY, consumeChallenge } from "@/auth/passkeys"
import { MINUTE_SECONDS } from "@/domain/time-units"
import { rateLimitSubject } from "@/http/client-ip"
import { mailAccount } from "@/auth/account-mail"
import { invalid, Problem } from "@/domain/problem"
import {
  deleteUnneededRecoveryCodes,
  createFirstRecoveryCodes,
  lockActiveAccount,
  recordSecondFactor,
} from "@/features/security/factors"
import { type PasskeyRegistration, PASSKEYS_MAX } from "@/features/security/schema"
import { type Actor, audit } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"

const REQUESTS_PER_MINUTE = 60

/** The options with which a browser asks for a passkey of any account. @throws Problem rate_limit_exceeded */
export async function startPasskeyAuthentication(ip: string | null) {
  await consumeOrThrow(`passkey-request:${rateLimitSubject(ip)}`, REQUESTS_PER_MINUTE, MINUTE_SECONDS)
  return passkeyRequest()
}

/** The options with which a browser creates a passkey for the account. */
export async function startPasskeyRegistration({ caller: { accountId } }: Actor) {
  const account = await prisma().account.findUnique({
    where: { id: accountId },
    select: { name: true, email: true, passkeys: { select: { credentialId: true, transports: true } } },
  })
  if (!account) throw new Problem("not_found")
  return generateRegistrationOptions({
    rpName: RELYING_PARTY.name,
    rpID: RELYING_PARTY.id,
    userID: new Uint8Array(Buffer.from(accountId)),
    userName: account.email,
    userDisplayName: account.name,
    challenge: await createChallenge(accountId),
    attestationType: "none",
    excludeCredentials: account.passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
}

async function verifyRegistration(accountId: string, registrationResponse: PasskeyRegistration) {
  try {
    const { transports, ...response } = registrationResponse.response
    const result = await verifyRegistrationResponse({
      response: { ...registrationResponse, response: { ...response, ...(transports && { transports }) } },
      expectedChallenge: (challenge) => consumeChallenge(challenge, accountId),
      expectedOrigin: RELYING_PARTY.origin,
      expectedRPID: RELYING_PARTY.id,
      requireUserVerification: true,
    })
    return result.verified ? result.registrationInfo : null
  } catch {
    // It throws for a response that is malformed, of another origin, or not signed for this challenge.
    return null
  }
}

/**
 * Stores a passkey that a browser has created.
 * @returns recovery codes, if the account had none yet
 * @throws Problem validation_failed; invalid_state, at 20 passkeys or for a known one
 */
export async function addPasskey(
  actor: Actor,
  name: string,
  registrationResponse: PasskeyRegistration,
): Promise<string[] | null> {
  const { accountId } = actor.caller
  const registration = await verifyRegistration(accountId, registrationResponse)
  if (!registration) throw invalid("passkey", "invalid_passkey", "The browser's response does not match the request.")
  return prismaTransaction(async (tx) => {
    await lockActiveAccount(tx, accountId)
    if ((await tx.passkey.count({ where: { accountId } })) >= PASSKEYS_MAX)
      throw new Problem("invalid_state", {
        message: `An account has at most ${PASSKEYS_MAX} passkeys; remove one first.`,
      })
    const { credential, credentialBackedUp } = registration
    const id = uuidv7()
    const added = await tx.passkey.createMany({
      data: {
        id,
        accountId,
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: registrationResponse.response.transports ?? [],
        backedUp: credentialBackedUp,
        name,
      },
      skipDuplicates: true,
    })
    if (added.count === 0) throw new Problem("invalid_state", { message: "This passkey is already registered." })
    const codes = await createFirstRecoveryCodes(tx, accountId)
    await recordSecondFactor(tx, actor.caller)
    await audit(queryableOf(tx), actor, "passkey.added", id, { name })
    await mailAccount(queryableOf(tx), accountId, { template: "passkey_added", passkey: name }, "/settings/security")
    return codes
  })
}

/** @throws Problem not_found */
export function removePasskey(actor: Actor, id: string): Promise<void> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    await lockActiveAccount(tx, accountId)
    // The account's lock keeps another request from removing it meanwhile.
    const passkey = await tx.passkey.findUnique({ where: { id, accountId }, select: { name: true } })
    const { count } = await tx.passkey.deleteMany({ where: { id, accountId } })
    if (!passkey || count === 0) throw new Problem("not_found")
    await deleteUnneededRecoveryCodes(tx, accountId)
    await audit(queryableOf(tx), actor, "passkey.removed", id, { name: passkey.name })
    await mailAccount(
      queryableOf(tx),
      accountId,
      { template: "passkey_removed", passkey: passkey.name },
      "/settings/security",
    )
  })
}
