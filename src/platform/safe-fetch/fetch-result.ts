import type { Dispatcher } from "undici"
import { type UrlRejection, isUrlRejected } from "@/platform/safe-fetch/url-rejected"
import { BodyBuffer } from "@/platform/body-buffer"

/** Why a request got no complete response. */
export type FetchError =
  | UrlRejection
  | "timeout"
  | "connection_refused"
  | "connection_failed"
  | "tls_failed"
  | "headers_too_large"
  | "invalid_response"
  | "stopped"

export interface FetchResult {
  /** Status of the response, even if the rest did not arrive. */
  statusCode: number | null
  error: FetchError | null
  headers: Record<string, string> | null
  /** The first 64 KiB of the response as text; null if there was none, or if it is not text. */
  body: string | null
  durationMs: number
}

const MAX_BODY_BYTES = 65_536

const REQUEST_ENDED = new Error("the request has ended")

/** Reads as much of a response as is kept, and reports the outcome once. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined
  private settled = false
  private statusCode: number | null = null
  private headers: Record<string, string> | null = null
  private readonly bodyBuffer = new BodyBuffer(MAX_BODY_BYTES)

  constructor(private readonly onResult: (result: Omit<FetchResult, "durationMs">) => void) {}

  private settle(error: FetchError | null): void {
    if (this.settled) return
    this.settled = true
    this.onResult({ statusCode: this.statusCode, error, headers: this.headers, body: this.body() })
  }

  /** Aborts the request at any stage; a request still waiting for a connection is never sent. */
  fail(error: FetchError): void {
    this.settle(error)
    this.controller?.abort(REQUEST_ENDED)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.settled) controller.abort(REQUEST_ENDED)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (statusCode < 200) return
    this.statusCode = statusCode
    this.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutNul(String(value))]))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled) return
    this.bodyBuffer.add(chunk)
    if (this.bodyBuffer.length < MAX_BODY_BYTES) return
    this.settle(null)
    controller.abort(REQUEST_ENDED)
  }

  onResponseEnd(): void {
    this.settle(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.settle(fetchErrorCode(error))
  }

  private body(): string | null {
    if (this.statusCode === null) return null
    if (this.bodyBuffer.length === 0) return ""
    const encoding = this.headers?.["content-encoding"]
    if (encoding !== undefined && encoding !== "identity") return null
    const text = this.bodyBuffer.bytes.toString("utf8")
    return text.includes("\0") ? null : text
  }
}

/** PostgreSQL text cannot contain NUL. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "")
}

const TLS_CODES =
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_OSSL|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|CRL_)/

/** Returns the reason of a failure from the error and its causes. */
export function fetchErrorCode(thrown: unknown): FetchError {
  for (
    let error = thrown;
    error instanceof Error;
    error = error instanceof AggregateError ? error.errors[0] : error.cause
  ) {
    if (isUrlRejected(error)) return error.code
    const { code = "" } = error as NodeJS.ErrnoException
    if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return "timeout"
    if (code === "ECONNREFUSED") return "connection_refused"
    if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW") return "headers_too_large"
    if (TLS_CODES.test(code)) return "tls_failed"
    if (error.name === "HTTPParserError" || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return "invalid_response"
  }
  return "connection_failed"
}
