import { answerOrProblem } from "@/api/problem-response"
import { cookieOf } from "@/api/portal"
import { sessionCaller } from "@/auth/session"
import type { SessionCaller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { listNewRequests } from "@/features/requests/list-new-requests"
import { RequestFilter } from "@/features/requests/schema"
import { processSingleton } from "@/platform/process-singleton"
import { logRetriedFailure } from "@/platform/db/unavailable"

// Live tail of the request log as server-sent events (HTML Standard, section 9.2). The stream ends with the session.

const LOOK_EVERY_MS = 1_000
/** Requests reach the log out of order, by a second or two, or more on a busy database. */
const LOOK_BACK_MS = 15_000
/** How far back a client may resume after a break. */
const RESUME_MS = 60_000
const PING_EVERY_MS = 15_000
/** The stream then ends and the browser reconnects. */
const LONGEST_MS = 30 * 60_000
/** Limit of unread events; a client that falls further behind is disconnected. */
const UNREAD_MAX = 200
/** Limits of open streams per account and per process. */
const STREAMS_MAX = 3
const STREAMS_OF_ALL_MAX = 300
const FULL_RETRY_SECONDS = 30

type End = "signed_out" | "stopping"

interface Stream {
  accountId: string
  end: (why: End | null) => void
}

const streams = (): Set<Stream> =>
  processSingleton("live-requests", () => {
    const open = new Set<Stream>()
    // A stopping process waits for open responses, and these would never end.
    for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const)
      process.once(signal, () => open.forEach(({ end }) => end("stopping")))
    return open
  })

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Disables compression and proxy buffering.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
}

const sinceOf = (asked: string | null): Date => {
  const now = Date.now()
  const at = Date.parse(asked ?? "")
  return new Date(Number.isNaN(at) ? now : Math.min(now, Math.max(at - LOOK_BACK_MS, now - RESUME_MS)))
}

/**
 * Serves GET /api/requests/live. The query takes the log's filters and `since`. Events: `request`, `end`, and `ping`,
 * which shows that the connection is alive. After a reconnect a request can be sent twice; clients deduplicate by id.
 */
export const serveLiveRequests = (request: Request): Promise<Response> =>
  answerOrProblem(request, async () => {
    const cookie = cookieOf(request)
    const caller = await sessionCaller(cookie)
    if (!caller) throw new Problem("authentication_required", { message: "Sign in first." })
    const asked = new URL(request.url).searchParams
    const filter = RequestFilter.omit({ from: true, until: true }).safeParse(Object.fromEntries(asked))
    if (!filter.success) throw new Problem("validation_failed")
    if (streams().size >= STREAMS_OF_ALL_MAX) throw new Problem("unavailable", { retryAfter: FULL_RETRY_SECONDS })
    if ([...streams()].filter(({ accountId }) => accountId === caller.accountId).length >= STREAMS_MAX)
      throw new Problem("rate_limit_exceeded", {
        message: `At most ${STREAMS_MAX} at a time.`,
      })
    return new Response(
      follow(
        caller,
        filter.data,
        sinceOf(request.headers.get("last-event-id") ?? asked.get("since")),
        () => sessionCaller(cookie),
        request.signal,
      ),
      { headers: HEADERS },
    )
  })

const follow = (
  caller: SessionCaller,
  filter: RequestFilter,
  from: Date,
  still: () => Promise<SessionCaller | null>,
  gone: AbortSignal,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  const seen = new Map<string, number>()
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
      let first = true
      const send = (text: string): void => controller.enqueue(encoder.encode(text))
      const end = (why: End | null): void => {
        if (!stream || !streams().has(stream)) return
        close()
        if (why) send(`event: end\ndata: ${why}\n\n`)
        controller.close()
      }
      stream = { accountId: caller.accountId, end }
      streams().add(stream)
      gone.addEventListener("abort", () => end(null))
      const look = async (): Promise<void> => {
        if (!(await still())) return end("signed_out")
        const since = new Date(first ? from : Math.max(from.getTime(), Date.now() - LOOK_BACK_MS))
        first = false
        for (const [id, at] of seen) if (at < since.getTime()) seen.delete(id)
        for (const row of await listNewRequests(caller, filter, since)) {
          if (seen.has(row.id)) continue
          seen.set(row.id, Date.parse(row.created_at))
          send(`event: request\nid: ${row.created_at}\ndata: ${JSON.stringify(row)}\n\n`)
        }
        if (-(controller.desiredSize ?? 0) > UNREAD_MAX) {
          close()
          // An error discards the unread events; close() would wait for the client to read them. Next recognizes this
          // error name and does not log it.
          return controller.error(new DOMException("the reader takes nothing", "AbortError"))
        }
        if (Date.now() - pingedAt > PING_EVERY_MS) {
          pingedAt = Date.now()
          send("event: ping\ndata: listening\n\n")
        }
        if (Date.now() - startedAt > LONGEST_MS) end(null)
      }
      const again = (): void => {
        timer = setTimeout(() => {
          look()
            .catch((error: unknown) => logRetriedFailure("live log", error))
            .finally(() => {
              if (stream && streams().has(stream) && !gone.aborted) again()
            })
        }, LOOK_EVERY_MS)
      }
      send("retry: 3000\n\n")
      again()
    },
    cancel: close,
  })
}
