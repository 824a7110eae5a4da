import { withProblemResponse } from "@/api/problem-response"
import { readSessionCookie } from "@/api/portal"
import { requestMode } from "@/auth/request-mode"
import { sessionCaller } from "@/auth/session"
import type { SessionCaller } from "@/domain/caller"
import { parseMode } from "@/domain/mode"
import { Problem } from "@/domain/problem"
import { listNewRequests } from "@/features/requests/list-new-requests"
import { RequestFilter } from "@/features/requests/schema"
import { processSingleton } from "@/platform/process-singleton"
import { logRetriedFailure } from "@/platform/db/unavailable"

// Live tail of the request log as server-sent events (HTML Standard, section 9.2). The stream ends with the session.

const POLL_INTERVAL_MS = 1_000
/** A request has the time of its arrival and is stored after its response, which may take 30 s. */
const OVERLAP_MS = 35_000
/** How far back a client may resume after a break. */
const RESUME_WINDOW_MS = 60_000
const PING_INTERVAL_MS = 15_000
/** The stream then ends and the browser reconnects. */
const MAX_DURATION_MS = 30 * 60_000
/** Limit of unread events; a client that falls further behind is disconnected. */
const MAX_UNREAD_EVENTS = 200
/** Limits of open streams per account and per process. */
const MAX_STREAMS_PER_ACCOUNT = 3
const MAX_STREAMS = 300
const FULL_RETRY_SECONDS = 30

type EndReason = "signed_out" | "stopping"

interface Stream {
  accountId: string
  end: (reason: EndReason | null) => void
}

function streams(): Set<Stream> {
  return processSingleton("live-requests", () => {
    const open = new Set<Stream>()
    // A stopping process waits for open responses, and these would never end.
    for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const)
      process.once(signal, () => open.forEach(({ end }) => end("stopping")))
    return open
  })
}

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Disables compression and proxy buffering.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
}

function parseSince(input: string | null): Date {
  const now = Date.now()
  const at = Date.parse(input ?? "")
  return new Date(Number.isNaN(at) ? now : Math.min(now, Math.max(at - OVERLAP_MS, now - RESUME_WINDOW_MS)))
}

/**
 * Serves GET /api/requests/live. The query takes the log's filters, `mode` and `since`. Events: `request`, `end`, and
 * `ping`, which shows that the connection is alive. After a reconnect a request can be sent twice; clients deduplicate
 * by id.
 */
export function serveLiveRequests(request: Request): Promise<Response> {
  return withProblemResponse(request, async () => {
    const cookie = readSessionCookie(request)
    const { mode: named, since, ...filters } = Object.fromEntries(new URL(request.url).searchParams)
    // An EventSource sends no headers of its own.
    const mode = named === undefined ? requestMode(request.headers) : parseMode(named)
    if (mode === null) throw new Problem("validation_failed")
    const caller = await sessionCaller(cookie, mode)
    if (!caller) throw new Problem("authentication_required", { message: "Sign in first." })
    const filter = RequestFilter.omit({ from: true, until: true }).safeParse(filters)
    if (!filter.success) throw new Problem("validation_failed")
    if (streams().size >= MAX_STREAMS) throw new Problem("unavailable", { retryAfter: FULL_RETRY_SECONDS })
    if ([...streams()].filter(({ accountId }) => accountId === caller.accountId).length >= MAX_STREAMS_PER_ACCOUNT)
      throw new Problem("rate_limit_exceeded", {
        message: `At most ${MAX_STREAMS_PER_ACCOUNT} at a time.`,
      })
    return new Response(
      createEventStream(
        caller,
        filter.data,
        parseSince(request.headers.get("last-event-id") ?? since ?? null),
        () => sessionCaller(cookie, mode),
        request.signal,
      ),
      { headers: HEADERS },
    )
  })
}

function createEventStream(
  caller: SessionCaller,
  filter: RequestFilter,
  from: Date,
  reloadCaller: () => Promise<SessionCaller | null>,
  clientSignal: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const sentIds = new Map<string, number>()
  let stream: Stream | undefined
  let timer: NodeJS.Timeout | undefined
  const close = (): void => {
    if (stream) streams().delete(stream)
    clearTimeout(timer)
  }
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const startedAt = Date.now()
      let pingedAt = startedAt
      let isFirst = true
      const send = (text: string): void => controller.enqueue(encoder.encode(text))
      const end = (reason: EndReason | null): void => {
        if (!stream || !streams().has(stream)) return
        close()
        if (reason) send(`event: end\ndata: ${reason}\n\n`)
        controller.close()
      }
      stream = { accountId: caller.accountId, end }
      streams().add(stream)
      clientSignal.addEventListener("abort", () => end(null))
      const poll = async (): Promise<void> => {
        if (!(await reloadCaller())) return end("signed_out")
        const since = new Date(isFirst ? from : Math.max(from.getTime(), Date.now() - OVERLAP_MS))
        isFirst = false
        for (const [id, at] of sentIds) if (at < since.getTime()) sentIds.delete(id)
        for (const row of await listNewRequests(caller, filter, since)) {
          if (sentIds.has(row.id)) continue
          sentIds.set(row.id, Date.parse(row.created_at))
          send(`event: request\nid: ${row.created_at}\ndata: ${JSON.stringify(row)}\n\n`)
        }
        if (-(controller.desiredSize ?? 0) > MAX_UNREAD_EVENTS) {
          close()
          // An error discards the unread events; close() would wait for the client to read them. Next recognizes this
          // error name and does not log it.
          return controller.error(new DOMException("the client does not read", "AbortError"))
        }
        if (Date.now() - pingedAt > PING_INTERVAL_MS) {
          pingedAt = Date.now()
          send("event: ping\ndata: listening\n\n")
        }
        if (Date.now() - startedAt > MAX_DURATION_MS) end(null)
      }
      const schedulePoll = (): void => {
        timer = setTimeout(() => {
          poll()
            .catch((error: unknown) => logRetriedFailure("live log", error))
            .finally(() => {
              if (stream && streams().has(stream) && !clientSignal.aborted) schedulePoll()
            })
        }, POLL_INTERVAL_MS)
      }
      send("retry: 3000\n\n")
      schedulePoll()
    },
    cancel: close,
  })
}
