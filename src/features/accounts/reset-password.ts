import { credentialTransaction } from "@/auth/api-key"
import { type CookieAccess, rememberDevice } from "@/auth/known-device"
import { MINUTE_SECONDS } from "@/domain/time-units"
import { rateLimitSubject } from "@/http/client-ip"
import { hashPassword } from "@/auth/password"
import { Problem } from "@/domain/problem"
import { rejectGuessablePassword } from "@/features/accounts/guessable-password"
import type { PasswordResetResult } from "@/features/accounts/schema"
import { confirmAddress } from "@/features/accounts/confirm-address"
import { setPassword } from "@/features/accounts/set-password"
import { mailAccount } from "@/auth/account-mail"
import { audit } from "@/platform/audit"
import { prisma } from "@/platform/db/prisma"
import { queryableOf } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"
import { consumeOrThrow } from "@/platform/rate-limit/rate-limit"
import { isBase64urlOf32Bytes, sha256 } from "@/platform/secrets"
import { cancelEndpointDeliveries } from "@/webhooks/endpoints/pending-deliveries"

const PER_MINUTE = 60

interface ResetPassword {
  token: string
  password: string
}

function validLink(hash: Uint8Array<ArrayBuffer>) {
  return {
    hash,
    purpose: "reset_password",
    usedAt: null,
    expiresAt: { gt: new Date() },
  } satisfies Prisma.EmailTokenWhereUniqueInput
}

function invalidLinkProblem(): Problem {
  return new Problem("not_found", { message: "This link has been used or has expired." })
}

function findValidLink(token: string) {
  return prisma().emailToken.findUnique({
    where: { ...validLink(sha256(token)), account: { lockedAt: null } },
    select: { account: { select: { name: true, email: true } } },
  })
}

/** Whether an emailed link can still set a password. */
export async function isPasswordResetLinkValid(token: string): Promise<boolean> {
  return isBase64urlOf32Bytes(token) && (await findValidLink(token)) !== null
}

/**
 * Sets a new password by an emailed link, and ends every session. The second factor stays, unless this is the first
 * confirmation of the address.
 * The browser becomes a known device, so that strangers' failed sign-ins do not lock it out.
 * @throws Problem not_found, when the link is unknown, used or expired, or the address has changed since;
 * validation_failed, for an easily guessed password; rate_limit_exceeded
 */
export async function resetPassword(
  { token, password }: ResetPassword,
  { ip, requestId, cookies, setCookie }: { ip: string | null; requestId: string } & CookieAccess,
): Promise<PasswordResetResult> {
  await consumeOrThrow(`reset-link:${rateLimitSubject(ip)}`, PER_MINUTE, MINUTE_SECONDS)
  if (!isBase64urlOf32Bytes(token)) throw new Problem("not_found")
  const hash = sha256(token)
  // The password is hashed only for a valid link, because hashing is expensive.
  const link = await findValidLink(token)
  if (!link) throw invalidLinkProblem()
  rejectGuessablePassword(password, link.account)
  const passwordHash = await hashPassword(password)
  const { accountId, endpoints } = await credentialTransaction(async (tx) => {
    const [used] = await tx.emailToken.updateManyAndReturn({
      where: validLink(hash),
      data: { usedAt: new Date() },
      select: { accountId: true, email: true },
    })
    if (!used) throw invalidLinkProblem()
    const { accountId, email } = used
    // A person who has the link can read the mailbox, so the address is confirmed too.
    const confirmed = await confirmAddress(tx, accountId, email, null)
    if (!confirmed) throw invalidLinkProblem()
    await setPassword(tx, accountId, passwordHash, null)
    const caller = { kind: "system", accountId } as const
    await audit(queryableOf(tx), { caller, ip, requestId }, "account.password_reset", accountId)
    await mailAccount(queryableOf(tx), accountId, "password_changed", "/forgot-password")
    return { accountId, endpoints: confirmed.endpoints }
  })
  for (const endpoint of endpoints) await cancelEndpointDeliveries(endpoint)
  setCookie(await rememberDevice(accountId, cookies))
  return { email: link.account.email }
}
