import { once } from "@/platform/once"

/** One answered request, for whoever measures. */
export interface ObservedRequest {
  /** The route's pattern, such as "GET /products/{slug}"; never the address itself, whose values are without end. */
  route: string
  status: number
  durationMs: number
  requestId: string
}

/** One count of the limiter's, of all the requests that shared it. */
export interface ObservedCount {
  store: "postgresql" | "redis"
  outcome: "counted" | "failed"
  durationMs: number
}

type Observer = (request: ObservedRequest) => void

const observers = (): Observer[] => once("request-observers", () => [])
const countObservers = (): ((count: ObservedCount) => void)[] => once("count-observers", () => [])

/** Tells those who measure of a request; where nobody does, this does nothing. */
export const observeRequest = (route: string, status: number, durationMs: number, requestId: string): void => {
  for (const tell of observers()) tell({ route, status, durationMs, requestId })
}

export const onRequest = (observer: Observer): void => {
  observers().push(observer)
}

/** The same of a count. */
export const observeCount = (count: ObservedCount): void => {
  for (const tell of countObservers()) tell(count)
}

export const onCount = (observer: (count: ObservedCount) => void): void => {
  countObservers().push(observer)
}
