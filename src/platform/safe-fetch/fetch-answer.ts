import type { Dispatcher } from "undici"
import { type AddressRefusal, isAddressRefused } from "@/platform/safe-fetch/address-refused"
import { Bytes } from "@/platform/bytes"

/** Why a request got no complete response. */
export type FetchError =
  | AddressRefusal
  | "timeout"
  | "connection_refused"
  | "connection_failed"
  | "tls_failed"
  | "headers_too_large"
  | "invalid_response"
  | "stopped"

export interface FetchAnswer {
  /** Status of the response, even if the rest did not arrive. */
  statusCode: number | null
  error: FetchError | null
  headers: Record<string, string> | null
  /** The first 64 KiB of the response as text; null if there was none, or if it is not text. */
  body: string | null
  durationMs: number
}

const MAX_BODY_BYTES = 65_536

const ENDED = new Error("the request has ended")

/** Reads as much of a response as is kept, and reports the outcome once. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined
  private settled = false
  private statusCode: number | null = null
  private headers: Record<string, string> | null = null
  private readonly kept = new Bytes(MAX_BODY_BYTES)

  constructor(private readonly tell: (answer: Omit<FetchAnswer, "durationMs">) => void) {}

  private settle(error: FetchError | null): void {
    if (this.settled) return
    this.settled = true
    this.tell({ statusCode: this.statusCode, error, headers: this.headers, body: this.body() })
  }

  /** Aborts the request at any stage; a request still waiting for a connection is never sent. */
  fail(error: FetchError): void {
    this.settle(error)
    this.controller?.abort(ENDED)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.settled) controller.abort(ENDED)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (statusCode < 200) return
    this.statusCode = statusCode
    this.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, storable(String(value))]))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled) return
    this.kept.add(chunk)
    if (this.kept.length < MAX_BODY_BYTES) return
    this.settle(null)
    controller.abort(ENDED)
  }

  onResponseEnd(): void {
    this.settle(null)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.settle(errorCode(error))
  }

  private body(): string | null {
    if (this.statusCode === null) return null
    if (this.kept.length === 0) return ""
    const encoding = this.headers?.["content-encoding"]
    if (encoding !== undefined && encoding !== "identity") return null
    const text = this.kept.bytes.toString("utf8")
    return text.includes("\0") ? null : text
  }
}

/** PostgreSQL text cannot contain NUL. */
const storable = (text: string): string => text.replaceAll("\0", "")

const TLS_CODES =
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_OSSL|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|CRL_)/

/** Returns the reason of a failure from the error and its causes. */
export const errorCode = (thrown: unknown): FetchError => {
  for (
    let error = thrown;
    error instanceof Error;
    error = error instanceof AggregateError ? error.errors[0] : error.cause
  ) {
    if (isAddressRefused(error)) return error.code
    const { code = "" } = error as NodeJS.ErrnoException
    if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return "timeout"
    if (code === "ECONNREFUSED") return "connection_refused"
    if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW") return "headers_too_large"
    if (TLS_CODES.test(code)) return "tls_failed"
    if (error.name === "HTTPParserError" || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return "invalid_response"
  }
  return "connection_failed"
}
