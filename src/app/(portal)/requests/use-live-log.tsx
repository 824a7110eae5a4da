"use client"

import { useTranslations } from "next-intl"
import { type ReactNode, useEffect, useState } from "react"
import type { RequestSummary } from "@/features/requests/schema"
import { Button } from "@/ui/button"
import { trpc } from "@/ui/trpc"

interface LiveLogOptions {
  /** The filters of the live view; null if this is not the first page. */
  live: string | null
  /** The requests that the page was rendered with, newest first. */
  shown: readonly Pick<RequestSummary, "id" | "created_at">[]
  /** The names of credentials by their ids. */
  names: Record<string, string>
}

interface LiveLog {
  /** The requests that have arrived since, newest first. */
  fresh: RequestSummary[]
  /** Follows the log, or pauses that; null if this is not the first page. */
  button: ReactNode
  /** What the live view does, as a status; visible if something is wrong, because the button shows the rest. */
  status: ReactNode
}

/** Beyond this, the oldest live rows are removed. */
const MAX_ROWS = 200
/** The server sends something every 15 seconds; a connection that is silent for longer may be broken. */
const SILENCE_MAX_MS = 40_000
const CHECK_INTERVAL_MS = 5_000

type State = "off" | "waiting" | "on" | "reconnecting" | "paused" | "failed" | "limited" | "signed_out"

const ACTIVE_STATES: readonly State[] = ["waiting", "on", "reconnecting"]
const ENDED_STATES: readonly State[] = ["failed", "limited", "signed_out"]

/** Fetches the reason for a refusal, because an EventSource does not report it. */
async function findEndReason(address: string): Promise<State> {
  const controller = new AbortController()
  const status = await fetch(address, { signal: controller.signal }).then(
    (answer) => answer.status,
    () => null,
  )
  controller.abort()
  return status === 401 ? "signed_out" : status === 429 ? "limited" : "failed"
}

/** New requests of the log while the page is visible. */
export function useLiveLog({ live, shown, names }: LiveLogOptions): LiveLog {
  const t = useTranslations("Requests")
  const [state, setState] = useState<State>("off")
  const [rows, setRows] = useState<RequestSummary[]>([])
  const [attempt, setAttempt] = useState(0)
  const [followed, setFollowed] = useState(live)
  if (followed !== live) {
    // Other filters are another log.
    setFollowed(live)
    setState("off")
    setRows([])
    setAttempt(0)
  }
  const active = ACTIVE_STATES.includes(state)
  const utils = trpc.useUtils()

  const follow = (): void => {
    // Requests may have arrived since the log was read, or while the page was hidden.
    void utils.requests.list.invalidate()
    setState("waiting")
  }

  useEffect(() => {
    if (!active || live === null) return
    const address = `/api/requests/live?${live}&since=${new Date().toISOString()}`
    const source = new EventSource(address)
    let [broken, lastEventAt, closed] = [attempt > 0, Date.now(), false]
    const close = (): void => {
      closed = true
      clearInterval(silenceTimer)
      source.close()
    }
    const end = (why: State): void => {
      close()
      setState(why)
    }
    const markReconnecting = (): void => {
      broken = true
      setState("reconnecting")
    }
    // Timers stop while a machine sleeps, so the first check afterwards finds the silence.
    const silenceTimer = setInterval(() => {
      if (Date.now() - lastEventAt < SILENCE_MAX_MS) return
      close()
      markReconnecting()
      setAttempt((before) => before + 1)
    }, CHECK_INTERVAL_MS)
    source.addEventListener("open", () => {
      lastEventAt = Date.now()
      // The server replays one minute; after a longer interruption the log must be reloaded.
      if (broken) void utils.requests.list.invalidate()
      broken = false
      setState("on")
    })
    source.addEventListener("error", () => {
      lastEventAt = Date.now()
      markReconnecting()
      // It reconnects by itself after an interruption; a refusal closes it.
      if (source.readyState !== EventSource.CLOSED) return
      void findEndReason(address).then((why) => {
        if (!closed) end(why)
      })
    })
    source.addEventListener("ping", () => {
      lastEventAt = Date.now()
    })
    source.addEventListener("end", ({ data }: MessageEvent<string>) => {
      if (data === "signed_out") end("signed_out")
    })
    source.addEventListener("request", ({ data }: MessageEvent<string>) => {
      lastEventAt = Date.now()
      const request = JSON.parse(data) as RequestSummary
      setRows((known) => (known.some(({ id }) => id === request.id) ? known : [request, ...known].slice(0, MAX_ROWS)))
    })
    return close
  }, [active, live, attempt, utils])

  // The names were read before this key was created.
  const unknown = rows.some(({ credential_id }) => names[credential_id] === undefined)
  useEffect(() => {
    if (unknown) void utils.requestLog.credentials.invalidate()
  }, [unknown, utils])

  // Requests older than the page's last row belong to the next page.
  const oldest = shown.at(-1)?.created_at ?? ""
  const fresh = rows.filter(({ id, created_at }) => created_at >= oldest && !shown.some((row) => row.id === id))
  return {
    fresh,
    button: live !== null && (
      <Button className="min-h-9! px-3!" onClick={active ? () => setState("paused") : follow} aria-pressed={active}>
        <span
          aria-hidden="true"
          className={`size-2 rounded-full ${state === "on" ? "bg-danger" : active ? "bg-marigold" : "bg-line-strong"}`}
        />
        {/* Both labels share one cell, so that the button keeps its width. */}
        <span className="grid">
          <span className={`col-start-1 row-start-1 ${active ? "invisible" : ""}`}>{t("live")}</span>
          <span className={`col-start-1 row-start-1 ${active ? "" : "invisible"}`}>{t("pause")}</span>
        </span>
      </Button>
    ),
    status: live !== null && (
      <p
        role="status"
        className={`text-sm empty:hidden ${ENDED_STATES.includes(state) ? "text-danger-ink" : state === "reconnecting" ? "text-muted" : "sr-only"}`}
      >
        {state === "off" ? "" : t(`live_${state}`)}
      </p>
    ),
  }
}
