import { BlockList, isIPv4, isIPv6 } from "node:net"

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Normalizes an IP address for comparison and storage: IPv4-mapped IPv6 becomes IPv4; null if it is invalid. */
export function normalizeIp(ip: string | null | undefined): string | null {
  if (!ip) return null
  const unzoned = ip.split("%")[0] ?? ""
  const plain = MAPPED.exec(unzoned)?.[1] ?? unzoned
  return isIPv4(plain) || isIPv6(plain) ? plain : null
}

/**
 * Returns the client's IP address: that of the socket or, behind n trusted proxies, the n-th last of X-Forwarded-For,
 * added by the outermost proxy. The client can forge anything to the left of it.
 */
export function clientIp(
  socket: string | null | undefined,
  forwarded: string | null,
  trustedProxies: number,
): string | null {
  if (trustedProxies > 0 && forwarded) {
    const hops = forwarded.split(",").map((hop) => hop.trim())
    const hop = normalizeIp(hops[Math.max(0, hops.length - trustedProxies)])
    if (hop) return hop
  }
  return normalizeIp(socket)
}

function firstGroups(ip: string, count: number): string {
  const [head = "", tail] = ip.split("::")
  const before = head ? head.split(":") : []
  const after = tail ? tail.split(":") : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after]
  return groups
    .slice(0, count)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")
}

/**
 * Returns the key of a rate limit per client: an IPv4 address, or the /64 prefix, whose addresses an IPv6 host can
 * choose freely.
 */
export function rateLimitSubject(ip: string | null): string {
  if (!ip) return "unknown"
  return isIPv6(ip) ? `${firstGroups(ip, 4)}::/64` : ip
}

/** Returns the largest network that one client may hold: an IPv4 address, or the /48 of a site (RFC 6177). */
export function networkSubject(ip: string | null): string {
  if (!ip) return "unknown"
  return isIPv6(ip) ? `${firstGroups(ip, 3)}::/48` : ip
}

/** Whether an IP address is in one of the networks; an empty list allows all. */
export function isAllowedFrom(networks: readonly string[], ip: string | null): boolean {
  if (networks.length === 0) return true
  if (!ip) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = "", length] = network.split("/")
    const family = isIPv6(base) ? "ipv6" : "ipv4"
    if (length === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(length), family)
  }
  return list.check(ip, isIPv6(ip) ? "ipv6" : "ipv4")
}
