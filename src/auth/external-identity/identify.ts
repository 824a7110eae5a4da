import { v7 as uuidv7 } from "uuid"
import { EMAIL_MAX } from "@/domain/email-address"
import { HOUR_SECONDS } from "@/domain/time-units"
import { rateLimitSubject } from "@/http/client-ip"
import { hasSecondFactor } from "@/auth/second-factors"
import type { IdentityProviderId } from "@/domain/identity-provider"
import type { Locale } from "@/domain/locale"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction } from "@/platform/db/transaction"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"

/** An account at an identity provider: the provider's word about a person. */
export interface ExternalIdentity {
  provider: IdentityProviderId
  /** The provider's identifier of the account, which never changes. */
  subject: string
  /** The address, if the provider has verified it. */
  email: string | null
  name: string | null
}

type IdentityOutcome =
  | { outcome: "known" | "created"; accountId: string; mfaRequired: boolean }
  /** Another account has the address; its holder connects it by signing in. */
  | { outcome: "address_taken"; email: string }
  | { outcome: "address_unverified" | "locked" }

// As many as sign-ups with a password.
const ACCOUNTS_PER_HOUR = 30

const SUBJECT_MAX = 255
const NAME_MAX = 120

/**
 * Finds the account of an external identity, or creates one with its address.
 *
 * An account that exists already is never opened by an equal address: anyone who controls an address at a provider, or the
 * provider itself, could then take over accounts (pre-hijacking, USENIX Security 2022).
 * @throws Problem rate_limit_exceeded
 */
export async function identifyAccount(
  identity: ExternalIdentity,
  { ip, locale }: { ip: string | null; locale: Locale },
): Promise<IdentityOutcome> {
  const { provider, subject, email } = identity
  if (subject.length > SUBJECT_MAX) return { outcome: "address_unverified" }
  const [known] = await prisma().externalIdentity.updateManyAndReturn({
    where: { provider, subject },
    data: { lastUsedAt: new Date(), ...(email !== null && { email }) },
    select: { accountId: true, account: { select: { lockedAt: true } } },
  })
  if (known) {
    if (known.account.lockedAt !== null) return { outcome: "locked" }
    return { outcome: "known", accountId: known.accountId, mfaRequired: await hasSecondFactor(known.accountId) }
  }
  if (email === null || email.length > EMAIL_MAX) return { outcome: "address_unverified" }
  if ((await prisma().account.count({ where: { email } })) > 0) return { outcome: "address_taken", email }
  await consumeOrThrow(`sign-up:from:${rateLimitSubject(ip)}`, ACCOUNTS_PER_HOUR, HOUR_SECONDS)
  const accountId = await createAccount(identity, email, locale)
  return accountId === null
    ? { outcome: "address_taken", email }
    : { outcome: "created", accountId, mfaRequired: false }
}

/** @returns null if another request has used the address or the identity meanwhile */
function createAccount(
  { provider, subject, name }: ExternalIdentity,
  email: string,
  locale: Locale,
): Promise<string | null> {
  const id = uuidv7()
  const now = new Date()
  return prismaTransaction(async (tx) => {
    const { count } = await tx.account.createMany({
      data: { id, email, name: accountName(name, email), locale, emailVerifiedAt: now },
      skipDuplicates: true,
    })
    if (count === 0) return null
    await tx.externalIdentity.create({ data: { provider, subject, accountId: id, email, lastUsedAt: now } })
    return id
  })
}

/** A name as sign-up allows it, which appears in emails and so contains no link. */
function accountName(name: string | null, email: string): string {
  const allowed = (name ?? "")
    .replace(/[/:@<>\0]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, NAME_MAX)
    .trim()
  return allowed || (email.split("@")[0] ?? email).slice(0, NAME_MAX)
}
