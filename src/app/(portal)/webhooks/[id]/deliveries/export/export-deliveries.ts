import { parseFilter, periodStart } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { portal } from "@/app/current-account"
import type { Delivery } from "@/webhooks/deliveries/schema"
import { toProblem } from "@/trpc/init"

const COLUMNS = [
  "id",
  "event_id",
  "event_type",
  "status",
  "attempts",
  "last_status_code",
  "last_attempt_at",
  "next_attempt_at",
  "created_at",
] as const satisfies readonly (keyof Delivery)[]

// RFC 4180. The values are enums, numbers and times, so they need no quotes and cannot be formulas.
function csvLine(delivery: Delivery): string {
  return `${COLUMNS.map((column) => delivery[column] ?? "").join(",")}\r\n`
}

const FORMATS = {
  csv: { type: "text/csv; charset=utf-8", head: `${COLUMNS.join(",")}\r\n`, line: csvLine },
  ndjson: { type: "application/x-ndjson", head: "", line: (delivery: Delivery) => `${JSON.stringify(delivery)}\n` },
} as const

interface DeliverySource {
  batches: AsyncGenerator<Delivery[]>
  first: Delivery[]
}

/**
 * All deliveries of an endpoint that match the page's filters, as a streamed CSV file.
 * @param app the client ID of the app whose it is; null for the account
 */
export async function exportDeliveries(request: Request, app: string | null, id: string): Promise<Response> {
  const parameters = Object.fromEntries(new URL(request.url).searchParams)
  const format = FORMATS[parameters.format === "ndjson" ? "ndjson" : "csv"]
  let source: DeliverySource
  try {
    const batches = readBatches(app, id, parameters)
    source = { batches, first: ((await batches.next()).value as Delivery[] | undefined) ?? [] }
  } catch (error) {
    const problem = toProblem(error)
    if (problem.code === "internal_error") throw error
    return new Response(`${problem.message}\n`, {
      status: problem.status,
      ...(problem.retryAfter !== undefined && { headers: { "retry-after": String(problem.retryAfter) } }),
    })
  }
  return new Response(toStream(formatLines(format, source)), {
    headers: {
      "content-type": format.type,
      "content-disposition": `attachment; filename="deliveries-${id}.${parameters.format === "ndjson" ? "ndjson" : "csv"}"`,
      "cache-control": "no-store",
    },
  })
}

async function* readBatches(
  app: string | null,
  endpoint: string,
  parameters: Record<string, string>,
): AsyncGenerator<Delivery[]> {
  const caller = await portal(app)
  const { status, type, within } = parseFilter(parameters)
  const filter = { endpoint, status, type, since: periodStart(within) }
  let batch = (await caller.portalWebhookDeliveries.export(filter)).data
  for (;;) {
    yield batch
    const last = batch.at(-1)
    if (!last) return
    batch = (
      await caller.portalWebhookDeliveries.export({ ...filter, after: { id: last.id, created_at: last.created_at } })
    ).data
  }
}

async function* formatLines(
  { head, line }: (typeof FORMATS)[keyof typeof FORMATS],
  { first, batches }: DeliverySource,
): AsyncGenerator<string> {
  yield head + first.map(line).join("")
  for await (const batch of batches) if (batch.length > 0) yield batch.map(line).join("")
}

function toStream(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const next = await chunks.next()
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    cancel: () => void chunks.return(undefined),
  })
}
