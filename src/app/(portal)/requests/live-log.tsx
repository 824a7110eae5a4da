"use client"

import { useTranslations } from "next-intl"
import { type ReactNode, useEffect, useState } from "react"
import { LogRow } from "@/app/(portal)/requests/log-row"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { RequestSummary } from "@/features/requests/schema"
import { Button } from "@/ui/button"
import { trpc } from "@/ui/trpc"

interface LiveLogProps {
  live: string | null
  /** The requests that the page was rendered with, newest first. */
  shown: readonly Pick<RequestSummary, "id" | "created_at">[]
  names: Record<string, string>
  here: string
  clock: ViewerTimeZone
  /** Shown in place of an empty table. */
  nothing: ReactNode
  children: ReactNode
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
const findEndReason = async (address: string): Promise<State> => {
  const controller = new AbortController()
  const status = await fetch(address, { signal: controller.signal }).then(
    (answer) => answer.status,
    () => null,
  )
  controller.abort()
  return status === 401 ? "signed_out" : status === 429 ? "limited" : "failed"
}

/** The log as a table, with new requests on top while the page is visible. */
export const LiveLog = ({ live, shown, names, here, clock, nothing: emptyState, children }: LiveLogProps) => {
  const t = useTranslations("Requests")
  const [state, setState] = useState<State>("off")
  const [rows, setRows] = useState<RequestSummary[]>([])
  const [attempt, setAttempt] = useState(0)
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
  return (
    <div className="grid gap-3">
      {live !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={active ? () => setState("paused") : follow} aria-pressed={active}>
            <span
              aria-hidden="true"
              className={`size-2 rounded-full ${state === "on" ? "bg-danger" : active ? "bg-marigold" : "bg-line-strong"}`}
            />
            {t(active ? "pause" : "live")}
          </Button>
          <p role="status" className={`text-sm ${ENDED_STATES.includes(state) ? "text-danger-ink" : "text-muted"}`}>
            {state === "off" ? "" : t(`live_${state}`)}
          </p>
        </div>
      )}
      {shown.length === 0 && fresh.length === 0 ? (
        emptyState
      ) : (
        <div className="overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
          <table className="w-full text-sm">
            <caption className="sr-only">{t("list")}</caption>
            <thead className="border-b border-line text-left text-xs text-muted">
              <tr>
                <th scope="col" className="px-3 py-2 font-medium max-sm:hidden sm:pl-5">
                  {t("time")}
                </th>
                <th scope="col" className="px-3 py-2 font-medium max-sm:pl-4">
                  {t("request")}
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  {t("result")}
                </th>
                <th scope="col" className="px-3 py-2 font-medium max-lg:hidden">
                  {t("key_label")}
                </th>
                <th scope="col" className="px-3 py-2 text-right font-medium max-sm:hidden sm:pr-5">
                  {t("duration")}
                </th>
              </tr>
            </thead>
            {fresh.length > 0 && (
              <tbody className="divide-y divide-line border-b border-line">
                {fresh.map((request) => (
                  <LogRow
                    key={request.id}
                    request={request}
                    name={names[request.credential_id]}
                    href={`${here}${here.includes("?") ? "&" : "?"}request=${request.id}`}
                    open={false}
                    clock={clock}
                    fresh
                  />
                ))}
              </tbody>
            )}
            <tbody className="divide-y divide-line">{children}</tbody>
          </table>
        </div>
      )}
    </div>
  )
}
