import { processSingleton } from "@/platform/process-singleton"

/** One completed request, for observers. */
export interface ObservedRequest {
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

const observers = (): Observer[] => processSingleton("request-observers", () => [])
const countObservers = (): ((count: ObservedLimiterCount) => void)[] => processSingleton("count-observers", () => [])

/** Notifies observers of a request; does nothing without observers. */
export const observeRequest = (route: string, status: number, durationMs: number, requestId: string): void => {
  for (const observer of observers()) observer({ route, status, durationMs, requestId })
}

export const onRequest = (observer: Observer): void => {
  observers().push(observer)
}

/** Notifies observers of a count of the rate limiter. */
export const observeLimiterCount = (count: ObservedLimiterCount): void => {
  for (const observer of countObservers()) observer(count)
}

export const onLimiterCount = (observer: (count: ObservedLimiterCount) => void): void => {
  countObservers().push(observer)
}
