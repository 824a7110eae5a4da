import type { ReactNode } from "react"
import { LiveLog } from "@/app/(portal)/requests/live-log"
import { LogRow } from "@/app/(portal)/requests/log-row"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { RequestSummary } from "@/features/requests/schema"

interface LogTableProps {
  rows: RequestSummary[]
  /** The names of credentials by their ids. */
  names: Record<string, string>
  opened: string | undefined
  /** The URL of this page without an open request. */
  here: string
  clock: ViewerTimeZone
  /** The filters of the live view; null if this is not the first page. */
  live: string | null
  /** Shown while there is no row. */
  nothing: ReactNode
}

export const LogTable = ({ rows, names, opened, here, clock, live, nothing }: LogTableProps) => (
  <LiveLog
    key={live}
    live={live}
    shown={rows.map(({ id, created_at }) => ({ id, created_at }))}
    names={names}
    here={here}
    clock={clock}
    nothing={nothing}
  >
    {rows.map((request) => (
      <LogRow
        key={request.id}
        request={request}
        name={names[request.credential_id]}
        href={withRequest(here, request.id)}
        open={request.id === opened}
        clock={clock}
      />
    ))}
  </LiveLog>
)

const withRequest = (here: string, id: string): string => `${here}${here.includes("?") ? "&" : "?"}request=${id}`
