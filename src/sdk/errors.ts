import type { ErrorCode } from "./schemas"

/** One invalid parameter of a rejected request. */
export interface ErrorDetail {
  param: string
  code: string
  message: string
}

/** The base class of all errors of this client. */
export class HaatError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The API responded with an error. */
export class HaatApiError extends HaatError {
  /** The HTTP status. */
  readonly status: number
  /** The error code to branch on; null if the response did not come from the API, such as a proxy's error page. */
  readonly code: ErrorCode | (string & Record<never, never>) | null
  /** Identifies the request in Haat's log; quote it when you contact support. */
  readonly requestId: string | null
  /** The URL of the code's explanation. */
  readonly docUrl: string | null
  readonly details: readonly ErrorDetail[]
  /** Seconds until the request may succeed, if the API says so. */
  readonly retryAfter: number | null

  constructor(status: number, body: unknown, headers: Headers) {
    const error = parseError(body)
    const requestId = error.request_id ?? headers.get("x-request-id")
    super(
      `${error.message ?? `The response has status ${status}.`} (${[error.code ?? `HTTP ${status}`, requestId && `request ${requestId}`].filter(Boolean).join(", ")})`,
    )
    this.status = status
    this.code = error.code ?? null
    this.requestId = requestId
    this.docUrl = error.doc_url ?? null
    this.details = error.details ?? []
    this.retryAfter = parseRetryAfter(headers.get("retry-after"))
  }
}

/** There was no response: check the network and the base URL. */
export class HaatConnectionError extends HaatError {}

/** There was no response in time. */
export class HaatTimeoutError extends HaatError {}

/** The webhook was not signed by Haat with this secret in the last five minutes. */
export class HaatWebhookError extends HaatError {}

interface ErrorBody {
  code?: string
  message?: string
  request_id?: string
  doc_url?: string
  details?: ErrorDetail[]
}

function parseError(body: unknown): ErrorBody {
  const { error } = (typeof body === "object" && body !== null ? body : {}) as { error?: unknown }
  return typeof error === "object" && error !== null ? error : {}
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
