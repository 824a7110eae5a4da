import { Problem } from "@/domain/problem"
import { isAllowedFrom, normalizeIp } from "@/http/client-ip"
import type { HttpRequest } from "@/http/message"
import { env } from "@/platform/env"

/** The path below which only the operator's shop calls. */
export const INTERNAL_PREFIX = "/v1/internal/"

/**
 * Refuses a request from outside the operator's networks, whatever its credential. Where no proxy is trusted, a proxy
 * in front would make every client look like itself: a request that says it was forwarded must come from inside too.
 * @throws Problem ip_not_allowed
 */
export function requireInternalNetwork({ ip, header }: HttpRequest): void {
  const forwarded = env.trustedProxies === 0 ? header("x-forwarded-for") : null
  const hops = forwarded === null ? [] : forwarded.split(",").map((hop) => normalizeIp(hop.trim()))
  if ([ip, ...hops].every((each) => each !== null && isAllowedFrom(env.internalNetworks, each))) return
  throw new Problem("ip_not_allowed", {
    message: "Only the networks of INTERNAL_ALLOWED_NETWORKS may call this URL.",
  })
}
