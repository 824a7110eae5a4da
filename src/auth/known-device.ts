import { cookieName, readCookie, serializeCookie } from "@/http/cookies"
import { prisma } from "@/platform/db/prisma"
import { secondsFromNow } from "@/platform/seconds-from-now"
import { isBase64urlOf32Bytes, mintLinkToken, sha256 } from "@/platform/secrets"

// A browser that has signed in before holds a token for each of its accounts (OWASP, device cookies). It can sign in
// while strangers' failures have exhausted an account's limit, and has a limit of its own.

const LIFETIME_SECONDS = 180 * 24 * 60 * 60
/** Maximum number of accounts per browser. */
const ACCOUNTS_MAX = 5
/** Maximum number of browsers per account; the latest are kept. */
const DEVICES_MAX = 20

const DEVICE_COOKIE = cookieName("haat-device")

/** The transport of a request: its cookies, and the Set-Cookie headers of its response. */
export interface CookieAccess {
  /** The request's Cookie header. */
  cookies: string | null
  setCookie: (header: string) => void
}

function deviceTokens(cookies: string | null | undefined): string[] {
  return (readCookie(cookies, DEVICE_COOKIE) ?? "").split(".").filter(isBase64urlOf32Bytes).slice(0, ACCOUNTS_MAX)
}

/**
 * Returns the hash of the token by which the request's browser is known for the account of an email address; null if
 * there is none. The tokens are checked, since a client can invent any.
 */
export async function knownDevice(email: string, cookies: string | null | undefined): Promise<Uint8Array | null> {
  const hashes = deviceTokens(cookies).map(sha256)
  if (hashes.length === 0) return null
  const device = await prisma().knownDevice.findFirst({
    where: { hash: { in: hashes }, expiresAt: { gt: new Date() }, account: { email, lockedAt: null } },
    select: { hash: true },
  })
  return device?.hash ?? null
}

/**
 * Remembers the request's browser for its next sign-in to the account.
 * @param cookies the request's Cookie header
 * @returns the Set-Cookie header
 */
export async function rememberDevice(accountId: string, cookies: string | null | undefined): Promise<string> {
  const tokens = deviceTokens(cookies)
  const now = new Date()
  const [known] = await prisma().knownDevice.updateManyAndReturn({
    where: { accountId, hash: { in: tokens.map(sha256) }, expiresAt: { gt: now } },
    data: { lastUsedAt: now, expiresAt: secondsFromNow(LIFETIME_SECONDS) },
    select: { hash: true },
  })
  const deviceToken = tokens.find((token) => known && sha256(token).equals(known.hash)) ?? (await addDevice(accountId))
  const tokenList = [deviceToken, ...tokens.filter((token) => token !== deviceToken)].slice(0, ACCOUNTS_MAX)
  return serializeCookie(DEVICE_COOKIE, tokenList.join("."), LIFETIME_SECONDS)
}

async function addDevice(accountId: string): Promise<string> {
  // Always a new token: one that an attacker planted in the browser would be known to them too.
  const token = mintLinkToken()
  await prisma().knownDevice.create({
    data: { hash: sha256(token), accountId, expiresAt: secondsFromNow(LIFETIME_SECONDS) },
  })
  const surplus = await prisma().knownDevice.findMany({
    where: { accountId },
    select: { hash: true },
    orderBy: { lastUsedAt: "desc" },
    skip: DEVICES_MAX,
  })
  if (surplus.length > 0)
    await prisma().knownDevice.deleteMany({ where: { hash: { in: surplus.map(({ hash }) => hash) } } })
  return token
}
