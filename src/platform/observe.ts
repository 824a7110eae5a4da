import { once } from "@/platform/once"

/** One answered request, for whoever measures. */
export interface ObservedRequest {
  /** The route's pattern, such as "GET /products/{slug}"; never the address itself, whose values are without end. */
  route: string
  status: number
  durationMs: number
  requestId: string
}

type Observer = (request: ObservedRequest) => void

const observers = (): Observer[] => once("request-observers", () => [])

/** Tells those who measure of a request; where nobody does, this does nothing. */
export const observeRequest = (route: string, status: number, durationMs: number, requestId: string): void => {
  for (const tell of observers()) tell({ route, status, durationMs, requestId })
}

export const onRequest = (observer: Observer): void => {
  observers().push(observer)
}
