import { HaatApiError, HaatConnectionError, HaatError, HaatTimeoutError } from "./errors"
import { Pages } from "./pages"

export interface HaatOptions {
  /** The API's URL with its version, such as "https://haat.example/v1". */
  baseUrl: string
  /** An API key or an access token. A function is called before each request, so that it can refresh a token. */
  credential?: string | (() => string | Promise<string>)
  /** The timeout of each request in milliseconds. Default: 30 s. */
  timeoutMs?: number
  /** How often to retry when the API is busy or did not respond. Default: 2. */
  maxRetries?: number
  /**
   * The longest wait between two attempts, in milliseconds. If Retry-After is longer, the error is thrown. Default: 60
   * s.
   */
  maxWaitMs?: number
  /** Replaces the global fetch. */
  fetch?: typeof fetch
}

export interface RequestOptions {
  signal?: AbortSignal
  timeoutMs?: number
  maxRetries?: number
  headers?: Record<string, string>
}

export interface IdempotentRequestOptions extends RequestOptions {
  /**
   * Repeating a request with this key and body within 24 hours returns the first result. Default: a new key for each
   * call, which its retries share.
   */
  idempotencyKey?: string
}

/** The response apart from its body. */
export interface HttpMetadata {
  status: number
  /** Identifies the request in Haat's log. */
  requestId: string | null
  headers: Headers
  /** How often the request was sent. */
  attempts: number
}

/**
 * A response's body, or an empty object if there is none. `http` is not enumerable, so that JSON.stringify and
 * comparisons see only the body.
 */
export type ApiResponse<Body> = Body & { readonly http: HttpMetadata }

export interface Call {
  method: string
  /** Relative to the base URL, with parameters in braces. */
  path: string
  pathParameters?: Record<string, string>
  query?: object
  body?: object
  /** Whether it accepts an Idempotency-Key, and can therefore be retried. */
  idempotent?: boolean
}

const RETRYABLE_STATUSES = new Set([429, 503])
const IDEMPOTENT_RETRYABLE_STATUSES = new Set([500, 502, 504])
const INITIAL_BACKOFF_MS = 250

/** A random value of 128 bits for the header Idempotency-Key. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID()
}

/** Sends requests, and retries them where that is safe and useful. */
export class Transport {
  private readonly baseUrl: string

  constructor(
    private readonly options: HaatOptions,
    private readonly apiVersion: string,
  ) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, "")
  }

  /** A list that requests page by page. */
  pages<Item>(call: Call, options: RequestOptions = {}): Pages<Item> {
    return new Pages((query) => this.send({ ...call, query: { ...call.query, ...query } }, options))
  }

  async send<Body>(call: Call, options: IdempotentRequestOptions = {}): Promise<ApiResponse<Body>> {
    const retries = options.maxRetries ?? this.options.maxRetries ?? 2
    const idempotencyKey = call.idempotent ? (options.idempotencyKey ?? newIdempotencyKey()) : undefined
    const retryable = call.method === "GET" || idempotencyKey !== undefined
    for (let attempt = 1; ; attempt++) {
      options.signal?.throwIfAborted()
      try {
        return await this.attempt<Body>(call, options, idempotencyKey, attempt)
      } catch (error) {
        const waitMs = attempt <= retries ? this.retryDelay(error, attempt, retryable) : null
        if (waitMs === null) throw error
        await sleep(waitMs, options.signal)
      }
    }
  }

  /**
   * Sends one request and returns the response as soon as its headers have arrived.
   * @throws HaatApiError for an error response; HaatConnectionError without a response
   */
  async open(call: Call, options: Pick<RequestOptions, "signal" | "headers">): Promise<Response> {
    const send = this.options.fetch ?? globalThis.fetch
    const headers = await this.headers(call, options, undefined)
    let response: Response
    try {
      response = await send(this.url(call), {
        method: call.method,
        headers,
        ...(options.signal && { signal: options.signal }),
      })
    } catch (error) {
      options.signal?.throwIfAborted()
      throw new HaatConnectionError(`${call.method} ${call.path} got no response.`, { cause: error })
    }
    if (!response.ok) throw new HaatApiError(response.status, parsed(await response.text()), response.headers)
    return response
  }

  /** Milliseconds until the next attempt; null if there should be none. */
  private retryDelay(error: unknown, attempt: number, retryable: boolean): number | null {
    const backoff = INITIAL_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
    if (error instanceof HaatApiError) {
      const { status, code, retryAfter } = error
      if (
        !RETRYABLE_STATUSES.has(status) &&
        code !== "idempotency_in_progress" &&
        !(retryable && IDEMPOTENT_RETRYABLE_STATUSES.has(status))
      )
        return null
      const waitMs = retryAfter === null ? backoff : retryAfter * 1000
      return waitMs <= (this.options.maxWaitMs ?? 60_000) ? waitMs : null
    }
    const noResponse = error instanceof HaatConnectionError || error instanceof HaatTimeoutError
    return noResponse && retryable ? backoff : null
  }

  private async attempt<Body>(
    call: Call,
    options: RequestOptions,
    idempotencyKey: string | undefined,
    attempts: number,
  ): Promise<ApiResponse<Body>> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? this.options.timeoutMs ?? 30_000)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const send = this.options.fetch ?? globalThis.fetch
    const headers = await this.headers(call, options, idempotencyKey)
    let response: Response
    let text: string
    try {
      response = await send(this.url(call), {
        method: call.method,
        headers,
        signal,
        ...(call.body && { body: JSON.stringify(call.body) }),
      })
      text = await response.text()
    } catch (error) {
      options.signal?.throwIfAborted()
      if (timeout.aborted) throw new HaatTimeoutError(`${call.method} ${call.path} timed out.`, { cause: error })
      throw new HaatConnectionError(`${call.method} ${call.path} got no response.`, {
        cause: error,
      })
    }
    const body = response.ok && text === "" ? {} : parsed(text)
    // The status endpoint's 503 contains the resource itself.
    if (!response.ok ? !isResource(body) : typeof body !== "object" || body === null)
      throw new HaatApiError(response.status, body, response.headers)
    const http: HttpMetadata = {
      status: response.status,
      requestId: response.headers.get("x-request-id"),
      headers: response.headers,
      attempts,
    }
    return Object.defineProperty(body as object, "http", { value: http }) as ApiResponse<Body>
  }

  private async headers(
    call: Call,
    options: RequestOptions,
    idempotencyKey: string | undefined,
  ): Promise<Record<string, string>> {
    const { credential } = this.options
    const token = typeof credential === "function" ? await credential() : credential
    return {
      accept: "application/json",
      "api-version": this.apiVersion,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(call.body && { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...options.headers,
    }
  }

  private url({ path, pathParameters = {}, query = {} }: Call): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, pathParameters[name] ?? ""))
    const sent = Object.entries(query as Record<string, unknown>).filter(
      ([, value]) => value !== undefined && value !== null,
    )
    const search = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()
    return `${this.baseUrl}${filled}${search === "" ? "" : `?${search}`}`
  }
}

/** Encodes a path parameter. Dots alone would change the path, so they are rejected. */
function segment(name: string, value: string): string {
  if (value === "" || value === "." || value === "..")
    throw new HaatError(`${name} is "${value}", which is not a valid path parameter.`)
  return encodeURIComponent(value)
}

function isResource(body: unknown): boolean {
  return typeof body === "object" && body !== null && "data" in body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort)
      resolve()
    }, ms)
    signal?.addEventListener("abort", abort, { once: true })
  })
}
