"use client"

import { useTranslations } from "next-intl"
import { useRouter } from "next/navigation"
import { type ReactNode, useEffect, useState } from "react"
import { LogRow } from "@/app/(portal)/requests/log-row"
import type { RequestSummary } from "@/features/requests/schema"
import { Button } from "@/ui/button"

interface LiveLogProps {
  live: string | null
  /** The ids of the requests that the page came with. */
  shown: string[]
  names: Record<string, string>
  here: string
  zone: string
  /** In place of the table while it has no row. */
  nothing: ReactNode
  children: ReactNode
}

/** Past it the oldest that came in live are let go. */
const KEPT_MAX = 200

type State = "off" | "waiting" | "on" | "paused" | "failed" | "signed_out"

/** The log as a table, and above its rows those that come in while somebody watches. */
export const LiveLog = ({ live, shown, names, here, zone, nothing, children }: LiveLogProps) => {
  const t = useTranslations("Requests")
  const [state, setState] = useState<State>("off")
  const [rows, setRows] = useState<RequestSummary[]>([])
  const watching = state === "waiting" || state === "on"
  const router = useRouter()

  const follow = (): void => {
    // What came in since the page was made, or while nobody watched.
    router.refresh()
    setState("waiting")
  }

  useEffect(() => {
    if (!watching || live === null) return
    const source = new EventSource(`/api/requests/live?${live}&since=${new Date().toISOString()}`)
    const end = (why: State): void => {
      source.close()
      setState(why)
    }
    source.addEventListener("open", () => setState("on"))
    source.addEventListener("error", () => {
      // A refusal closes it; after a break it connects again by itself.
      if (source.readyState === EventSource.CLOSED) end("failed")
    })
    source.addEventListener("end", ({ data }: MessageEvent<string>) => {
      if (data === "signed_out") end("signed_out")
    })
    source.addEventListener("request", ({ data }: MessageEvent<string>) => {
      const request = JSON.parse(data) as RequestSummary
      setRows((known) => (known.some(({ id }) => id === request.id) ? known : [request, ...known].slice(0, KEPT_MAX)))
    })
    return () => source.close()
  }, [watching, live])

  // The page was made before that key was.
  const unknown = rows.some(({ credential_id }) => names[credential_id] === undefined)
  useEffect(() => {
    if (unknown) router.refresh()
  }, [unknown, router])

  const fresh = rows.filter(({ id }) => !shown.includes(id))
  return (
    <div className="grid gap-3">
      {live !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={watching ? () => setState("paused") : follow} aria-pressed={watching}>
            <span aria-hidden="true" className={`size-2 rounded-full ${watching ? "bg-danger" : "bg-line-strong"}`} />
            {t(watching ? "pause" : "live")}
          </Button>
          <p role="status" className={`text-sm ${state === "failed" || state === "signed_out" ? "text-danger-ink" : "text-muted"}`}>
            {state === "off" ? "" : t(state === "failed" ? "live_off" : `live_${state}`)}
          </p>
        </div>
      )}
      {shown.length === 0 && fresh.length === 0 ? (
        nothing
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
                  zone={zone}
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
