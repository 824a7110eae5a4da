import { prisma } from "@/platform/db/prisma"
import { env } from "@/platform/env"
import { secondsFromNow } from "@/platform/seconds-from-now"
import { mintLinkToken, sha256 } from "@/platform/secrets"

// A browser that has signed in before holds a token for each of its accounts (OWASP, device cookies): it is let in while strangers' failures
// have used up what an account allows, and has a few failures of its own.

const LIFETIME_SECONDS = 180 * 24 * 60 * 60
/** Accounts that one browser is known for. */
const ACCOUNTS_MAX = 5
/** Browsers that one account is known by, the latest. */
const DEVICES_MAX = 20
const SECURE = env.appUrl.startsWith("https:")
const TOKEN = /^[A-Za-z0-9_-]{43}$/

const DEVICE_COOKIE = `${SECURE ? "__Host-" : ""}haat-device`

/** The door that a request came through, which tells its cookies and answers with a Set-Cookie header. */
export interface CookieDoor {
  /** The request's Cookie header. */
  cookies: string | null
  setCookie: (header: string) => void
}

const tokensOf = (cookies: string | null | undefined): string[] => {
  const pair = (cookies ?? "").split(/; */).find((each) => each.startsWith(`${DEVICE_COOKIE}=`))
  const tokens = pair?.slice(DEVICE_COOKIE.length + 1).split(".") ?? []
  return tokens.filter((token) => TOKEN.test(token)).slice(0, ACCOUNTS_MAX)
}

/** The token by which the browser of a request is known for the account of an e-mail address; null where it is not: anybody can make one up. */
export const knownDevice = async (email: string, cookies: string | null | undefined): Promise<Uint8Array | null> => {
  const hashes = tokensOf(cookies).map(sha256)
  if (hashes.length === 0) return null
  const device = await prisma().knownDevice.findFirst({
    where: { hash: { in: hashes }, expiresAt: { gt: new Date() }, account: { email, lockedAt: null } },
    select: { hash: true },
  })
  return device?.hash ?? null
}

/**
 * Knows the browser of a request again when it next signs in to the account.
 * @param cookies the request's Cookie header
 * @returns the Set-Cookie header for it
 */
export const rememberDevice = async (accountId: string, cookies: string | null | undefined): Promise<string> => {
  const tokens = tokensOf(cookies)
  const now = new Date()
  const [known] = await prisma().knownDevice.updateManyAndReturn({
    where: { accountId, hash: { in: tokens.map(sha256) }, expiresAt: { gt: now } },
    data: { lastUsedAt: now, expiresAt: secondsFromNow(LIFETIME_SECONDS) },
    select: { hash: true },
  })
  const own = tokens.find((token) => known && sha256(token).equals(known.hash)) ?? (await addDevice(accountId))
  const kept = [own, ...tokens.filter((token) => token !== own)].slice(0, ACCOUNTS_MAX)
  return `${DEVICE_COOKIE}=${kept.join(".")}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFETIME_SECONDS}${SECURE ? "; Secure" : ""}`
}

const addDevice = async (accountId: string): Promise<string> => {
  // A token of ours alone: one that somebody has planted in the browser would be theirs as well.
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
