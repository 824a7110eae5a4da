import { HaatApiError, HaatConnectionError, HaatError, HaatTimeoutError } from "./errors"
import { Pages } from "./pages"

export interface HaatOptions {
  /** The API's address with its version, such as "https://haat.example/v1". */
  baseUrl: string
  /** An API key or an access token; a function is asked before each request, so that it can renew a token. */
  credential?: string | (() => string | Promise<string>)
  /** How long to wait for one answer, in milliseconds. Default: 30 s. */
  timeoutMs?: number
  /** How often to try again when the API is busy or did not answer. Default: 2. */
  maxRetries?: number
  /** The longest wait that is accepted between two tries, in milliseconds; Retry-After may ask for less. Default: 60 s. */
  maxWaitMs?: number
  /** Instead of the global fetch. */
  fetch?: typeof fetch
}

export interface RequestOptions {
  signal?: AbortSignal
  timeoutMs?: number
  maxRetries?: number
  headers?: Record<string, string>
}

export interface IdempotentRequestOptions extends RequestOptions {
  /** The same key and body within 24 hours give the first result again. Default: a new one for each call, shared by its retries. */
  idempotencyKey?: string
}

/** What the answer said beside its body. */
export interface HttpFacts {
  status: number
  /** Names the request in Haat's log. */
  requestId: string | null
  headers: Headers
  /** How often the request was sent. */
  attempts: number
}

/** An answer's body, an empty object where it has none; `http` is not enumerable, so that JSON.stringify and comparisons see the body alone. */
export type Answered<Body> = Body & { readonly http: HttpFacts }

export interface Call {
  method: string
  /** Below the base address, parameters in braces. */
  path: string
  pathParameters?: Record<string, string>
  query?: object
  body?: object
  /** Takes an Idempotency-Key, and so may be sent twice. */
  idempotent?: boolean
}

const BUSY = new Set([429, 503])
const BROKEN = new Set([500, 502, 504])
const FIRST_WAIT_MS = 250

/** A key of 128 random bits for the header Idempotency-Key. */
export const newIdempotencyKey = (): string => crypto.randomUUID()

/** Sends requests, and sends them again where that is safe and may help. */
export class Transport {
  private readonly baseUrl: string

  constructor(
    private readonly options: HaatOptions,
    private readonly apiVersion: string,
  ) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, "")
  }

  /** A list, page by page. */
  pages<Item>(call: Call, options: RequestOptions = {}): Pages<Item> {
    return new Pages((query) => this.send({ ...call, query: { ...call.query, ...query } }, options))
  }

  async send<Body>(call: Call, options: IdempotentRequestOptions = {}): Promise<Answered<Body>> {
    const retries = options.maxRetries ?? this.options.maxRetries ?? 2
    const idempotencyKey = call.idempotent ? (options.idempotencyKey ?? newIdempotencyKey()) : undefined
    const repeatable = call.method === "GET" || idempotencyKey !== undefined
    for (let attempt = 1; ; attempt++) {
      options.signal?.throwIfAborted()
      try {
        return await this.attempt<Body>(call, options, idempotencyKey, attempt)
      } catch (error) {
        const waitMs = attempt <= retries ? this.waitBefore(error, attempt, repeatable) : null
        if (waitMs === null) throw error
        await sleep(waitMs, options.signal)
      }
    }
  }

  /** Milliseconds until the next try; null when there should be none. */
  private waitBefore(error: unknown, attempt: number, repeatable: boolean): number | null {
    const backoff = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
    if (error instanceof HaatApiError) {
      const { status, code, retryAfter } = error
      if (!BUSY.has(status) && code !== "idempotency_in_progress" && !(repeatable && BROKEN.has(status))) return null
      const waitMs = retryAfter === null ? backoff : retryAfter * 1000
      return waitMs <= (this.options.maxWaitMs ?? 60_000) ? waitMs : null
    }
    const unanswered = error instanceof HaatConnectionError || error instanceof HaatTimeoutError
    return unanswered && repeatable ? backoff : null
  }

  private async attempt<Body>(
    call: Call,
    options: RequestOptions,
    idempotencyKey: string | undefined,
    attempts: number,
  ): Promise<Answered<Body>> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? this.options.timeoutMs ?? 30_000)
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
    const ask = this.options.fetch ?? globalThis.fetch
    const headers = await this.headers(call, options, idempotencyKey)
    let response: Response
    let text: string
    try {
      response = await ask(this.address(call), {
        method: call.method,
        headers,
        signal,
        ...(call.body && { body: JSON.stringify(call.body) }),
      })
      text = await response.text()
    } catch (error) {
      options.signal?.throwIfAborted()
      if (timeout.aborted)
        throw new HaatTimeoutError(`${call.method} ${call.path} was not answered in time.`, { cause: error })
      throw new HaatConnectionError(`${call.method} ${call.path} was not answered.`, { cause: error })
    }
    const body = response.ok && text === "" ? {} : parsed(text)
    // A 503 of the status endpoint brings the resource itself.
    if (!response.ok ? !isResource(body) : typeof body !== "object" || body === null)
      throw new HaatApiError(response.status, body, response.headers)
    const http: HttpFacts = {
      status: response.status,
      requestId: response.headers.get("x-request-id"),
      headers: response.headers,
      attempts,
    }
    return Object.defineProperty(body as object, "http", { value: http }) as Answered<Body>
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

  private address({ path, pathParameters = {}, query = {} }: Call): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, pathParameters[name] ?? ""))
    const sent = Object.entries(query as Record<string, unknown>).filter(
      ([, value]) => value !== undefined && value !== null,
    )
    const search = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()
    return `${this.baseUrl}${filled}${search === "" ? "" : `?${search}`}`
  }
}

/** A path parameter as it stands in an address; dots alone would lead to another one. */
const segment = (name: string, value: string): string => {
  if (value === "" || value === "." || value === "..")
    throw new HaatError(`${name} is "${value}", which names nothing.`)
  return encodeURIComponent(value)
}

const isResource = (body: unknown): boolean => typeof body === "object" && body !== null && "data" in body

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
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
