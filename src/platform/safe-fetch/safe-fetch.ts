import { LRUCache } from "lru-cache"
import { Resolver } from "node:dns/promises"
import { isIP, type LookupFunction } from "node:net"
import { buildConnector, Pool } from "undici"
import { AddressRefused } from "@/platform/safe-fetch/address-refused"
import { env } from "@/platform/env"
import { AnswerReader, errorCode, type FetchAnswer } from "@/platform/safe-fetch/fetch-answer"
import { once } from "@/platform/once"
import { isLoopbackAddress, isPublicAddress } from "@/platform/safe-fetch/public-address"

export interface FetchPolicy {
  /** Allowed ports for https. */
  ports: readonly number[]
  /** Whether loopback is allowed, also over http and on any port: for the demo and tests. */
  loopback: boolean
  /** DNS servers instead of the system's, such as "127.0.0.1:5353". */
  dnsServers: readonly string[]
  /** Timeout of the whole request: DNS, connection, headers and body. */
  timeoutMs: number
}

interface FetchRequest {
  headers: Record<string, string>
  body: string
  /** Aborts the request, with the error "stopped". */
  signal?: AbortSignal
}

const MAX_URL_LENGTH = 2048
const MAX_HEADER_BYTES = 16_384
const DNS_TRY_MS = 3_000
const KEEP_ALIVE_MS = 4_000
/** Maximum age of a connection for new requests; then the name is resolved again. */
const CONNECTION_MS = 60_000

/**
 * Connection pools by origin. Each is replaced after a while, and its active requests finish on the old one. undici's
 * own option (`clientTtl`) reads the clock per connection at each request, which cost more than the request.
 */
class Connections {
  /** The oldest first. */
  private readonly pools = new Map<string, { pool: Pool; since: number }>()
  private readonly ending = new Set<Pool>()

  constructor(private readonly options: Pool.Options) {}

  to(origin: string): Pool {
    const now = performance.now()
    this.endOld(now)
    const kept = this.pools.get(origin)
    if (kept) return kept.pool
    const pool = new Pool(origin, this.options)
    this.pools.set(origin, { pool, since: now })
    return pool
  }

  private endOld(now: number): void {
    for (const [origin, { pool, since }] of this.pools) {
      if (now - since <= CONNECTION_MS) return
      this.pools.delete(origin)
      this.ending.add(pool)
      void pool.close().then(
        () => this.ending.delete(pool),
        () => this.ending.delete(pool),
      )
    }
  }

  async destroy(): Promise<void> {
    await Promise.all(
      [...[...this.pools.values()].map(({ pool }) => pool), ...this.ending].map((pool) => pool.destroy()),
    )
  }
}

const MAX_TARGETS = 5_000

const LOCALHOST = /^(?:[^.]+\.)*localhost\.?$/i

/** What a URL says without resolving its host name. */
interface Target {
  origin: string
  path: string
  host: string
  connections: Connections
  allows: (address: string) => boolean
}

/** Sends POST requests to URLs chosen by users, without reaching internal networks (SSRF). */
export class SafeFetcher {
  private readonly targets = new LRUCache<string, Target>({ max: MAX_TARGETS })
  private readonly resolver: Resolver
  private readonly outward: Connections
  private readonly inward: Connections

  constructor(private readonly policy: FetchPolicy) {
    // dns.lookup would block one of four threads while a name server is silent, and would read /etc/hosts.
    this.resolver = new Resolver({ timeout: DNS_TRY_MS, tries: 2 })
    if (policy.dnsServers.length > 0) this.resolver.setServers(policy.dnsServers)
    this.outward = this.connections(isPublicAddress)
    this.inward = this.connections(isLoopbackAddress)
  }

  private connections(allows: (address: string) => boolean): Connections {
    const lookup: LookupFunction = (hostname, options, callback) => {
      this.resolve(hostname, allows).then(
        (addresses) => {
          const [first] = addresses
          if (options.all) callback(null, addresses)
          else callback(null, first?.address ?? "", first?.family)
        },
        (error: Error) => callback(error, ""),
      )
    }
    return new Connections({
      // One connector for all pools, so that a new connection can resume a TLS session.
      connect: buildConnector({ lookup, timeout: this.policy.timeoutMs, maxCachedSessions: MAX_TARGETS }),
      // The timeout covers the whole request instead.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
    })
  }

  /**
   * Resolves a name; fails unless all its IP addresses are allowed. The connection uses exactly the checked addresses
   * (DNS rebinding).
   */
  private async resolve(
    hostname: string,
    allows: (address: string) => boolean,
  ): Promise<{ address: string; family: 4 | 6 }[]> {
    const addresses = LOCALHOST.test(hostname) ? ["127.0.0.1", "::1"] : await this.addressesOf(hostname)
    if (addresses.length === 0) throw new AddressRefused("host_not_found")
    if (!addresses.every(allows)) throw new AddressRefused("address_not_public")
    return addresses.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }))
  }

  private async addressesOf(hostname: string): Promise<string[]> {
    const answers = await Promise.allSettled([this.resolver.resolve4(hostname), this.resolver.resolve6(hostname)])
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  }

  /** @throws AddressRefused for what is wrong without resolving the name */
  private targetOf(address: string): Target {
    let target = this.targets.get(address)
    if (!target) {
      target = this.read(address)
      this.targets.set(address, target)
    }
    return target
  }

  private read(address: string): Target {
    if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) throw new AddressRefused("invalid_url")
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, "")
    if (url.protocol !== "https:" && url.protocol !== "http:") throw new AddressRefused("https_required")
    if (url.username !== "" || url.password !== "") throw new AddressRefused("credentials_not_allowed")
    const target = { origin: url.origin, path: url.pathname + url.search, host }
    if (this.policy.loopback && (LOCALHOST.test(host) || isLoopbackAddress(host)))
      return { ...target, connections: this.inward, allows: isLoopbackAddress }
    if (url.protocol !== "https:") throw new AddressRefused("https_required")
    if (!this.policy.ports.includes(Number(url.port || 443))) throw new AddressRefused("port_not_allowed")
    // A connection to a literal IP address does no lookup.
    if (isIP(host) && !isPublicAddress(host)) throw new AddressRefused("address_not_public")
    return { ...target, connections: this.outward, allows: isPublicAddress }
  }

  /** @throws AddressRefused if requests to this URL are not allowed now */
  async check(address: string): Promise<void> {
    const { host, allows } = this.targetOf(address)
    if (!isIP(host)) await this.resolve(host, allows)
  }

  /** Sends one POST request, without redirects or a proxy. Never throws; the result holds the error. */
  post(address: string, request: FetchRequest): Promise<FetchAnswer> {
    const began = performance.now()
    const durationMs = (): number => Math.round(performance.now() - began)
    let target: Target
    try {
      target = this.targetOf(address)
    } catch (error) {
      return Promise.resolve({
        statusCode: null,
        error: errorCode(error),
        headers: null,
        body: null,
        durationMs: durationMs(),
      })
    }
    const stops = request.signal && stopsOf(request.signal)
    return new Promise((resolve) => {
      const answer = new AnswerReader((read) => {
        clearTimeout(timer)
        stops?.delete(stop)
        resolve({ ...read, durationMs: durationMs() })
      })
      const timer = setTimeout(() => answer.fail("timeout"), this.policy.timeoutMs)
      const stop = (): void => answer.fail("stopped")
      if (request.signal?.aborted) return stop()
      stops?.add(stop)
      const { origin, path, connections } = target
      try {
        connections
          .to(origin)
          .dispatch({ origin, path, method: "POST", headers: request.headers, body: request.body }, answer)
      } catch (error) {
        answer.fail(errorCode(error))
      }
    })
  }

  close(): Promise<void> {
    this.resolver.cancel()
    return Promise.all([this.outward.destroy(), this.inward.destroy()]).then(() => undefined)
  }
}

const stopsBySignal = new WeakMap<AbortSignal, Set<() => void>>()

/** Returns the callbacks of a signal. AbortSignal itself searches all its listeners for each one added. */
const stopsOf = (signal: AbortSignal): Set<() => void> => {
  let stops = stopsBySignal.get(signal)
  if (!stops) {
    const made = (stops = new Set<() => void>())
    stopsBySignal.set(signal, made)
    signal.addEventListener("abort", () => made.forEach((stop) => stop()), { once: true })
  }
  return stops
}

const TIMEOUT_MS = 15_000

const fetcher = (): SafeFetcher =>
  once(
    "safe-fetch",
    () =>
      new SafeFetcher({
        ports: env.webhookPorts,
        loopback: env.webhookLoopback,
        dnsServers: env.webhookDnsServers,
        timeoutMs: TIMEOUT_MS,
      }),
  )

/** @throws AddressRefused if requests to this URL are not allowed now */
export const checkAddress = (url: string): Promise<void> => fetcher().check(url)

/** Sends one POST request to a URL chosen by a user, within 15 s in all. Never throws; the result holds the error. */
export const safeFetch = (url: string, request: FetchRequest): Promise<FetchAnswer> => fetcher().post(url, request)
