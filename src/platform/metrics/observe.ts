import { processSingleton } from "@/platform/process-singleton"

/** One completed request, for observers. */
interface ObservedRequest {
  /** The route's pattern, such as "GET /products/{slug}"; never the URL itself, which would have unbounded values. */
  route: string
  status: number
  durationMs: number
  requestId: string
}

/** One count of the rate limiter for a batch of requests. */
export interface ObservedLimiterCount {
  store: "postgresql" | "redis"
  outcome: "counted" | "failed"
  durationMs: number
}

type Observer = (request: ObservedRequest) => void

function observers(): Observer[] {
  return processSingleton("request-observers", () => [])
}
function countObservers(): ((count: ObservedLimiterCount) => void)[] {
  return processSingleton("count-observers", () => [])
}

/** Notifies observers of a request; does nothing without observers. */
export function observeRequest(route: string, status: number, durationMs: number, requestId: string): void {
  for (const observer of observers()) observer({ route, status, durationMs, requestId })
}

export function onRequest(observer: Observer): void {
  observers().push(observer)
}

/** Notifies observers of a count of the rate limiter. */
export function observeLimiterCount(count: ObservedLimiterCount): void {
  for (const observer of countObservers()) observer(count)
}

export function onLimiterCount(observer: (count: ObservedLimiterCount) => void): void {
  countObservers().push(observer)
}
