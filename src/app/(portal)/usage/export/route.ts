import { GROUPS, parseSort, sortRows } from "@/app/(portal)/usage/breakdown-url"
import { parseRange } from "@/app/(portal)/usage/usage-url"
import { csvResponse } from "@/app/csv-response"
import { portal } from "@/app/current-account"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { MIN_REQUESTS_FOR_P95 } from "@/features/usage/p95"
import { oneOf } from "@/ui/query-url"

/** The break-down that the URL asks for as a CSV file, with the rows of the table in its order. */
export async function GET(request: Request): Promise<Response> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const by = oneOf(GROUPS, query.by) ?? "endpoint"
  const [caller, { zone }] = await Promise.all([portal(), viewerTimeZone()])
  const names = new Map<string, string>()
  type Row = Awaited<ReturnType<typeof caller.usage.summary>>["data"]["groups"]["key"][number]
  return csvResponse<Row>(
    `usage-by-${by}.csv`,
    {
      [by]: ({ name }) => name,
      ...(by === "key" && { name: ({ name }: Row) => names.get(name) ?? "" }),
      requests: ({ requests }) => requests,
      requests_before: ({ previous_requests }) => previous_requests ?? "",
      errors: ({ errors }) => errors,
      p95_ms: ({ requests, p95 }) => (requests < MIN_REQUESTS_FOR_P95 ? "" : (p95?.ms ?? "")),
    },
    async function* () {
      const [{ data: usage }, { data: credentials }] = await Promise.all([
        caller.usage.summary({ ...parseRange(query, zone).input, zone }),
        caller.requestLog.credentials(),
      ])
      for (const { id, name } of credentials) names.set(id, name)
      yield sortRows(usage.groups[by === "endpoint" ? "operation" : by], parseSort(query))
    },
  )
}
