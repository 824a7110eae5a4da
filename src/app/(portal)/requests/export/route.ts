import { logInput, parseFilter } from "@/app/(portal)/requests/log-url"
import { type CsvFields, csvResponse } from "@/app/csv-response"
import { portal } from "@/app/current-account"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import type { RequestCredential, RequestSummary } from "@/features/requests/schema"

function fieldsOf(credentials: readonly RequestCredential[]): CsvFields<RequestSummary> {
  return {
    created_at: ({ created_at }) => created_at,
    method: ({ method }) => method,
    path: ({ path }) => path,
    query: ({ query }) => query,
    status: ({ status }) => status,
    error_code: ({ error_code }) => error_code,
    credential: ({ credential_id }) => credentials.find(({ id }) => id === credential_id)?.name ?? credential_id,
    duration_ms: ({ duration_ms }) => duration_ms,
    request_id: ({ request_id }) => request_id,
  }
}

/** All requests of the log that the URL asks for, as a streamed CSV file. */
export async function GET(request: Request): Promise<Response> {
  const { zone } = await viewerTimeZone()
  const filter = parseFilter(Object.fromEntries(new URL(request.url).searchParams), zone)
  const caller = await portal()
  const { data: credentials } = await caller.requestLog.credentials()
  // The cursor is the time and id of a request, so that new ones do not move the pages.
  const input = logInput(filter, zone)
  return csvResponse("requests.csv", fieldsOf(credentials), async function* () {
    for (let before: string | undefined; ; ) {
      const { data, meta } = await caller.requests.list({ ...input, before })
      yield data
      if (meta.next === null) return
      before = meta.next
    }
  })
}
