/** Every error code with its HTTP status and its default message (API-SPEC, Errors). */
export const PROBLEMS = {
  authentication_required: [401, "Send a credential: Authorization: Bearer <API key or access token>."],
  invalid_token: [401, "This credential is not valid."],
  token_expired: [401, "This credential has expired."],
  token_revoked: [401, "This credential has been revoked."],
  insufficient_scope: [403, "This credential lacks the scope of this operation."],
  ip_not_allowed: [403, "This API key may not be used from this address."],
  not_a_seller: [403, "This account has no approved store whose orders it may handle."],
  email_not_verified: [403, "Confirm your e-mail address first; the link is in the mail we sent."],
  reauthentication_required: [403, "Confirm that it is you, then try again; this is asked in the portal alone."],
  second_factor_required: [
    403,
    "This needs an account with a second factor; add one in the portal's security settings.",
  ],
  live_key_required: [403, "This operation needs a live key: a test key acts in the sandbox of its account."],
  test_key_required: [
    403,
    "This operation needs a test key, or an access token of a test client: it acts in the sandbox of the account.",
  ],
  not_found: [404, "There is nothing at this address, or it belongs to another account."],
  method_not_allowed: [405, "This address does not answer to this method; see the Allow header."],
  not_acceptable: [406, "This API answers in application/json only."],
  invalid_state: [409, "This cannot be done in the current state."],
  idempotency_in_progress: [409, "A request with this Idempotency-Key is still being worked on."],
  precondition_failed: [
    412,
    "The resource is not in the state that If-Match, If-None-Match or If-Unmodified-Since asks for; read it again.",
  ],
  payload_too_large: [413, "The body is larger than this API accepts."],
  unsupported_media_type: [415, "Send the body as application/json."],
  validation_failed: [422, "Some parameters are not valid; see details."],
  idempotency_key_reused: [422, "This Idempotency-Key was used with another request."],
  rate_limit_exceeded: [429, "Too many requests; wait as long as Retry-After says."],
  request_timeout: [408, "The request did not arrive in time."],
  header_fields_too_large: [431, "The headers are larger than this API accepts."],
  bad_request: [400, "This is not a well-formed HTTP request."],
  internal_error: [500, "Something went wrong on our side. It has been logged under this request id."],
  unavailable: [503, "The service is unavailable; try again in a moment."],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ProblemCode = keyof typeof PROBLEMS

/** One invalid parameter, in the details of a 422. */
export interface ProblemDetail {
  /** The name of a query parameter, path parameter, header or body field; nested names are joined by dots. */
  param: string
  code: string
  message: string
}

/** An expected error. Domain code throws it, and the HTTP adapter turns it into the standard error response. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: readonly ProblemDetail[] | undefined
  /** Seconds until a refused request may succeed. */
  readonly retryAfter: number | undefined

  constructor(
    code: ProblemCode,
    options: { message?: string; details?: readonly ProblemDetail[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? PROBLEMS[code][1], options.cause === undefined ? undefined : { cause: options.cause })
    this.name = "Problem"
    this.code = code
    this.details = options.details
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return PROBLEMS[this.code][0]
  }
}

/**
 * Whether an error is a Problem. `instanceof` would not work: the server and Next each load a copy of the class, and
 * shared objects (pools, limits, the webhook fetcher) throw that of the copy that created them.
 */
export function isProblem(error: unknown): error is Problem {
  return (
    error instanceof Error && error.name === "Problem" && "code" in error && Object.hasOwn(PROBLEMS, String(error.code))
  )
}

/** Creates a 422 about one parameter. */
export function invalid(param: string, code: string, message: string): Problem {
  return new Problem("validation_failed", { details: [{ param, code, message }] })
}
