import { credentialTransaction } from "@/auth/api-key"
import type { CookieAccess } from "@/auth/known-device"
import { startSession } from "@/auth/session"
import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { confirmAddress } from "@/features/accounts/confirm-address"
import type { EmailVerification } from "@/features/accounts/schema"
import { CLEAR_SIGN_UP_COOKIE, signedUpInThisBrowser } from "@/features/accounts/sign-up-browser"
import { log } from "@/platform/log/log"
import type { Prisma } from "@/platform/prisma/client"
import { secondsFromNow } from "@/platform/seconds-from-now"
import { isBase64urlOf32Bytes, mintLinkToken, sha256 } from "@/platform/secrets"
import { cancelEndpointDeliveries } from "@/webhooks/endpoints/pending-deliveries"

const PASSWORD_LINK_SECONDS = 60 * 60

interface RequestContext extends CookieAccess {
  /** The account that opened the link; a session of another account is left alone. */
  caller: Caller | null
  /** The IP address of the request. */
  ip: string | null
  userAgent: string | null
}

/**
 * Ends a password that a stranger may have chosen. @returns the token of a link to choose another one, valid for an
 * hour
 */
async function invalidatePassword(tx: Prisma.TransactionClient, accountId: string, email: string): Promise<string> {
  await tx.account.updateMany({
    where: { id: accountId },
    data: { passwordHash: null, passwordChangedAt: new Date() },
  })
  const token = mintLinkToken()
  await tx.emailToken.create({
    data: {
      hash: sha256(token),
      accountId,
      purpose: "reset_password",
      email,
      expiresAt: secondsFromNow(PASSWORD_LINK_SECONDS),
    },
  })
  return token
}

/**
 * Signs in the browser that signed up: its cookie proves who chose the password, and the link who reads the mailbox.
 * @returns false if the session could not be stored; the address is confirmed all the same
 */
async function signInAfterSignUp(accountId: string, context: RequestContext): Promise<boolean> {
  try {
    const { setCookies } = await startSession(accountId, context)
    for (const header of [...setCookies, CLEAR_SIGN_UP_COOKIE]) context.setCookie(header)
    return true
  } catch (error) {
    log.error({ err: error }, "signing in after a sign-up failed")
    return false
  }
}

/**
 * Confirms the address that a link was sent to.
 * The password stays only in a browser that is signed in to the account or has signed up with it. Anywhere else a
 * stranger may have chosen it: it ends, and the reader chooses another one.
 * The browser that signed up is signed in, unless it is signed in to another account.
 * @throws Problem not_found, when the link is unknown, used or expired, or the address has changed since.
 */
export async function verifyEmail(token: string, context: RequestContext): Promise<EmailVerification> {
  const { caller, cookies } = context
  if (!isBase64urlOf32Bytes(token)) throw new Problem("not_found")
  const confirmed = await credentialTransaction(async (tx) => {
    const now = new Date()
    const [used] = await tx.emailToken.updateManyAndReturn({
      where: { hash: sha256(token), purpose: "verify_email", usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
      select: { accountId: true, email: true },
    })
    const ownSessionId = caller?.kind === "session" && caller.accountId === used?.accountId ? caller.sessionId : null
    const confirmation = used ? await confirmAddress(tx, used.accountId, used.email, ownSessionId) : null
    if (!used || !confirmation) throw new Problem("not_found", { message: "This link has been used or has expired." })
    const signedUpHere = confirmation.first && signedUpInThisBrowser(used.accountId, cookies)
    const mustChoosePassword = confirmation.first && ownSessionId === null && !signedUpHere
    return {
      ...confirmation,
      ...used,
      signsIn: signedUpHere && caller === null,
      passwordToken: mustChoosePassword ? await invalidatePassword(tx, used.accountId, used.email) : null,
    }
  })
  for (const endpoint of confirmed.endpoints) await cancelEndpointDeliveries(endpoint)
  return {
    email: confirmed.email,
    signed_in: confirmed.signsIn && (await signInAfterSignUp(confirmed.accountId, context)),
    password_token: confirmed.passwordToken,
  }
}
