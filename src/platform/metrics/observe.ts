import { once } from "@/platform/once"

/** One completed request, for observers. */
export interface ObservedRequest {
  /** The route's pattern, such as "GET /products/{slug}"; never the URL itself, which would have unbounded values. */
  route: string
  status: number
  durationMs: number
  requestId: string
}

/** One count of the rate limiter for a batch of requests. */
export interface ObservedCount {
  store: "postgresql" | "redis"
  outcome: "counted" | "failed"
  durationMs: number
}

type Observer = (request: ObservedRequest) => void

const observers = (): Observer[] => once("request-observers", () => [])
const countObservers = (): ((count: ObservedCount) => void)[] => once("count-observers", () => [])

/** Notifies observers of a request; does nothing without observers. */
export const observeRequest = (route: string, status: number, durationMs: number, requestId: string): void => {
  for (const tell of observers()) tell({ route, status, durationMs, requestId })
}

export const onRequest = (observer: Observer): void => {
  observers().push(observer)
}

/** Notifies observers of a count of the rate limiter. */
export const observeCount = (count: ObservedCount): void => {
  for (const tell of countObservers()) tell(count)
}

export const onCount = (observer: (count: ObservedCount) => void): void => {
  countObservers().push(observer)
}
