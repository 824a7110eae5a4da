import type { Socket } from "node:net"
import { v7 as uuidv7 } from "uuid"
import { errorResponse } from "@/api/error-response"
import { commonHeaders } from "@/api/http-headers"
import { Problem } from "@/domain/problem"

/** Time for the client to read the error response before the connection is destroyed. */
const CLOSE_AFTER_MS = 1_000

function toProblem(code: string | undefined): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return new Problem("header_fields_too_large")
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new Problem("request_timeout")
  return new Problem("bad_request")
}

/** Responds to bytes that Node could not parse as HTTP, in the standard error format, and closes the connection. */
export function respondToMalformedRequest(
  error: Error & { code?: string },
  socket: Socket & { bytesWritten: number },
): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  const requestId = uuidv7()
  const problem = toProblem(error.code)
  const { status, headers, body } = errorResponse(problem, requestId)
  const text = String(body)
  const lines = Object.entries({
    ...commonHeaders(requestId),
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  // Not immediately: a reset while the client is still sending would discard the response.
  const closeTimer = setTimeout(() => socket.destroy(), CLOSE_AFTER_MS)
  socket.once("close", () => clearTimeout(closeTimer))
  socket.end(`HTTP/1.1 ${status} ${problem.code}\r\n${lines.join("")}\r\n${text}`)
}
