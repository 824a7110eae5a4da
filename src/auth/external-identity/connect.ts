import { decode, encode } from "next-auth/jwt"
import { v7 as uuidv7 } from "uuid"
import { mailAccount } from "@/auth/account-mail"
import type { ExternalIdentity } from "@/auth/external-identity/identify"
import { providerName } from "@/auth/external-identity/providers"
import type { CookieAccess } from "@/auth/known-device"
import { IDENTITY_PROVIDERS } from "@/domain/identity-provider"
import { cookieName, readCookie, serializeCookie } from "@/http/cookies"
import { audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { derivedKey } from "@/platform/secrets"

// An identity whose address belongs to an account waits in the browser, encrypted, until somebody signs in to that
// account in it.

const WAIT_SECONDS = 10 * 60

const PENDING_COOKIE = cookieName("haat-pending-identity")

function pendingKey(): string {
  return derivedKey("pending-identity").toString("base64url")
}

/** Returns the Set-Cookie header that keeps an identity for the next sign-in. */
export async function pendingIdentityCookie({ provider, subject, email }: ExternalIdentity): Promise<string> {
  const token = await encode({ token: { sub: subject, provider, email }, secret: pendingKey(), maxAge: WAIT_SECONDS })
  return serializeCookie(PENDING_COOKIE, token, WAIT_SECONDS)
}

/**
 * Connects the identity that waits in the browser to the account that has just been signed in to. Both the provider and
 * the sign-in have then proved the same address.
 * @returns whether it was connected
 */
export async function connectPendingIdentity(
  accountId: string,
  { cookies, setCookie, ip }: CookieAccess & { ip: string | null },
): Promise<boolean> {
  const cookie = readCookie(cookies, PENDING_COOKIE)
  if (!cookie) return false
  setCookie(serializeCookie(PENDING_COOKIE, "", 0))
  const token = await decode({ token: cookie, secret: pendingKey() }).catch(() => null)
  const provider = IDENTITY_PROVIDERS.find((each) => each === token?.provider)
  const { sub: subject, email } = token ?? {}
  if (!provider || !subject || typeof email !== "string") return false
  return prismaTransaction(async (tx) => {
    const matching = await tx.account.count({ where: { id: accountId, email, emailVerifiedAt: { not: null } } })
    if (matching === 0) return false
    const { count } = await tx.externalIdentity.createMany({
      data: { provider, subject, accountId, email, lastUsedAt: new Date() },
      skipDuplicates: true,
    })
    if (count === 0) return false
    const actor = { caller: { kind: "system" as const, accountId }, ip, requestId: uuidv7() }
    await audit(queryableOf(tx), actor, "identity.connected", accountId, { provider })
    await mailAccount(
      queryableOf(tx),
      accountId,
      { template: "identity_connected", provider: providerName(provider) },
      "/settings/security",
    )
    return true
  })
}
