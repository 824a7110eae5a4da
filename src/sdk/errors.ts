import type { ErrorCode } from "./schemas"

/** What is wrong with one parameter of a refused request. */
export interface ErrorDetail {
  param: string
  code: string
  message: string
}

/** Every error of this client; catch this to catch all of them. */
export class HaatError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** What the API answered with, when that was no success. */
export class HaatApiError extends HaatError {
  /** The HTTP status. */
  readonly status: number
  /** What to branch on; null when the answer was not the API's own, such as a proxy's page. */
  readonly code: ErrorCode | (string & Record<never, never>) | null
  /** Names the request in Haat's log; quote it when you ask for help. */
  readonly requestId: string | null
  /** Where the code is explained. */
  readonly docUrl: string | null
  readonly details: readonly ErrorDetail[]
  /** Seconds until the request may succeed, where the API says so. */
  readonly retryAfter: number | null

  constructor(status: number, body: unknown, headers: Headers) {
    const error = errorIn(body)
    const requestId = error.request_id ?? headers.get("x-request-id")
    super(
      `${error.message ?? `The answer has status ${status}.`} (${[error.code ?? `HTTP ${status}`, requestId && `request ${requestId}`].filter(Boolean).join(", ")})`,
    )
    this.status = status
    this.code = error.code ?? null
    this.requestId = requestId
    this.docUrl = error.doc_url ?? null
    this.details = error.details ?? []
    this.retryAfter = secondsIn(headers.get("retry-after"))
  }
}

/** No answer came: the network, or the address, is not right. */
export class HaatConnectionError extends HaatError {}

/** No answer came in time. */
export class HaatTimeoutError extends HaatError {}

/** A webhook that Haat did not sign with this secret, or not in the last five minutes. */
export class HaatWebhookError extends HaatError {}

interface ErrorBody {
  code?: string
  message?: string
  request_id?: string
  doc_url?: string
  details?: ErrorDetail[]
}

const errorIn = (body: unknown): ErrorBody => {
  const { error } = (typeof body === "object" && body !== null ? body : {}) as { error?: unknown }
  return typeof error === "object" && error !== null ? error : {}
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
const secondsIn = (header: string | null): number | null => {
  if (header === null) return null
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
