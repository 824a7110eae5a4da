import { LRUCache } from "lru-cache"
import { Resolver } from "node:dns/promises"
import { isIP, type LookupFunction } from "node:net"
import { buildConnector, Pool } from "undici"
import { UrlRejected } from "@/platform/safe-fetch/url-rejected"
import { env } from "@/platform/env"
import { ResponseReader, fetchErrorCode, type FetchResult } from "@/platform/safe-fetch/fetch-result"
import { processSingleton } from "@/platform/process-singleton"
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
const DNS_ATTEMPT_TIMEOUT_MS = 3_000
const KEEP_ALIVE_MS = 4_000
/** Maximum age of a connection for new requests; then the name is resolved again. */
const MAX_CONNECTION_AGE_MS = 60_000

/**
 * Connection pools by origin. Each is replaced after a while, and its active requests finish on the old one. undici's
 * own option (`clientTtl`) reads the clock per connection at each request, which cost more than the request.
 */
class Connections {
  /** The oldest first. */
  private readonly pools = new Map<string, { pool: Pool; createdAt: number }>()
  private readonly closing = new Set<Pool>()

  constructor(private readonly options: Pool.Options) {}

  poolFor(origin: string): Pool {
    const now = performance.now()
    this.closeExpired(now)
    const existing = this.pools.get(origin)
    if (existing) return existing.pool
    const pool = new Pool(origin, this.options)
    this.pools.set(origin, { pool, createdAt: now })
    return pool
  }

  private closeExpired(now: number): void {
    for (const [origin, { pool, createdAt }] of this.pools) {
      if (now - createdAt <= MAX_CONNECTION_AGE_MS) return
      this.pools.delete(origin)
      this.closing.add(pool)
      void pool.close().then(
        () => this.closing.delete(pool),
        () => this.closing.delete(pool),
      )
    }
  }

  async destroy(): Promise<void> {
    await Promise.all(
      [...[...this.pools.values()].map(({ pool }) => pool), ...this.closing].map((pool) => pool.destroy()),
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
  isAllowedAddress: (address: string) => boolean
}

/** Sends POST requests to URLs chosen by users, without reaching internal networks (SSRF). */
export class SafeFetcher {
  private readonly targets = new LRUCache<string, Target>({ max: MAX_TARGETS })
  private readonly resolver: Resolver
  private readonly publicConnections: Connections
  private readonly loopbackConnections: Connections

  constructor(private readonly policy: FetchPolicy) {
    // dns.lookup would block one of four threads while a name server is silent, and would read /etc/hosts.
    this.resolver = new Resolver({ timeout: DNS_ATTEMPT_TIMEOUT_MS, tries: 2 })
    if (policy.dnsServers.length > 0) this.resolver.setServers(policy.dnsServers)
    this.publicConnections = this.connections(isPublicAddress)
    this.loopbackConnections = this.connections(isLoopbackAddress)
  }

  private connections(isAllowedAddress: (address: string) => boolean): Connections {
    const lookup: LookupFunction = (hostname, options, callback) => {
      this.resolve(hostname, isAllowedAddress).then(
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
    isAllowedAddress: (address: string) => boolean,
  ): Promise<{ address: string; family: 4 | 6 }[]> {
    const addresses = LOCALHOST.test(hostname) ? ["127.0.0.1", "::1"] : await this.addressesOf(hostname)
    if (addresses.length === 0) throw new UrlRejected("host_not_found")
    if (!addresses.every(isAllowedAddress)) throw new UrlRejected("address_not_public")
    return addresses.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }))
  }

  private async addressesOf(hostname: string): Promise<string[]> {
    const results = await Promise.allSettled([this.resolver.resolve4(hostname), this.resolver.resolve6(hostname)])
    return results.flatMap((result) => (result.status === "fulfilled" ? result.value : []))
  }

  /** @throws UrlRejected for what is wrong without resolving the name */
  private targetFor(url: string): Target {
    let target = this.targets.get(url)
    if (!target) {
      target = this.parseTarget(url)
      this.targets.set(url, target)
    }
    return target
  }

  private parseTarget(address: string): Target {
    if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) throw new UrlRejected("invalid_url")
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, "")
    if (url.protocol !== "https:" && url.protocol !== "http:") throw new UrlRejected("https_required")
    if (url.username !== "" || url.password !== "") throw new UrlRejected("credentials_not_allowed")
    const target = { origin: url.origin, path: url.pathname + url.search, host }
    if (this.policy.loopback && (LOCALHOST.test(host) || isLoopbackAddress(host)))
      return { ...target, connections: this.loopbackConnections, isAllowedAddress: isLoopbackAddress }
    if (url.protocol !== "https:") throw new UrlRejected("https_required")
    if (!this.policy.ports.includes(Number(url.port || 443))) throw new UrlRejected("port_not_allowed")
    // A connection to a literal IP address does no lookup.
    if (isIP(host) && !isPublicAddress(host)) throw new UrlRejected("address_not_public")
    return { ...target, connections: this.publicConnections, isAllowedAddress: isPublicAddress }
  }

  /** @throws UrlRejected if requests to this URL are not allowed now */
  async check(address: string): Promise<void> {
    const { host, isAllowedAddress } = this.targetFor(address)
    if (!isIP(host)) await this.resolve(host, isAllowedAddress)
  }

  /** Sends one POST request, without redirects or a proxy. Never throws; the result holds the error. */
  post(url: string, request: FetchRequest): Promise<FetchResult> {
    const startedAt = performance.now()
    const durationMs = (): number => Math.round(performance.now() - startedAt)
    let target: Target
    try {
      target = this.targetFor(url)
    } catch (error) {
      return Promise.resolve({
        statusCode: null,
        error: fetchErrorCode(error),
        headers: null,
        body: null,
        durationMs: durationMs(),
      })
    }
    const abortHandlers = request.signal && abortHandlersFor(request.signal)
    return new Promise((resolve) => {
      const response = new ResponseReader((result) => {
        clearTimeout(timer)
        abortHandlers?.delete(onAbort)
        resolve({ ...result, durationMs: durationMs() })
      })
      const timer = setTimeout(() => response.fail("timeout"), this.policy.timeoutMs)
      const onAbort = (): void => response.fail("stopped")
      if (request.signal?.aborted) return onAbort()
      abortHandlers?.add(onAbort)
      const { origin, path, connections } = target
      try {
        connections
          .poolFor(origin)
          .dispatch({ origin, path, method: "POST", headers: request.headers, body: request.body }, response)
      } catch (error) {
        response.fail(fetchErrorCode(error))
      }
    })
  }

  close(): Promise<void> {
    this.resolver.cancel()
    return Promise.all([this.publicConnections.destroy(), this.loopbackConnections.destroy()]).then(() => undefined)
  }
}

const abortHandlersBySignal = new WeakMap<AbortSignal, Set<() => void>>()

/** Returns the callbacks of a signal. AbortSignal itself searches all its listeners for each one added. */
function abortHandlersFor(signal: AbortSignal): Set<() => void> {
  let abortHandlers = abortHandlersBySignal.get(signal)
  if (!abortHandlers) {
    const handlers = (abortHandlers = new Set<() => void>())
    abortHandlersBySignal.set(signal, handlers)
    signal.addEventListener("abort", () => handlers.forEach((onAbort) => onAbort()), { once: true })
  }
  return abortHandlers
}

const TIMEOUT_MS = 15_000

function fetcher(): SafeFetcher {
  return processSingleton(
    "safe-fetch",
    () =>
      new SafeFetcher({
        ports: env.webhookPorts,
        loopback: env.webhookLoopback,
        dnsServers: env.webhookDnsServers,
        timeoutMs: TIMEOUT_MS,
      }),
  )
}

/** @throws UrlRejected if requests to this URL are not allowed now */
export function checkUrl(url: string): Promise<void> {
  return fetcher().check(url)
}

/** Sends one POST request to a URL chosen by a user, within 15 s in all. Never throws; the result holds the error. */
export function safeFetch(url: string, request: FetchRequest): Promise<FetchResult> {
  return fetcher().post(url, request)
}
