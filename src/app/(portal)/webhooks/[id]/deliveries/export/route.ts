import { filterOf, sinceOf } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { portal } from "@/app/visitor"
import type { Delivery } from "@/webhooks/deliveries/schema"
import { problemOf } from "@/trpc/procedures"

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
const csvLine = (delivery: Delivery): string => `${COLUMNS.map((column) => delivery[column] ?? "").join(",")}\r\n`

const FORMATS = {
  csv: { type: "text/csv; charset=utf-8", head: `${COLUMNS.join(",")}\r\n`, line: csvLine },
  ndjson: { type: "application/x-ndjson", head: "", line: (delivery: Delivery) => `${JSON.stringify(delivery)}\n` },
} as const

interface Source {
  batches: AsyncGenerator<Delivery[]>
  first: Delivery[]
}

/** All deliveries that match the page's filters, as a streamed CSV file. */
export const GET = async (request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> => {
  const { id } = await params
  const asked = Object.fromEntries(new URL(request.url).searchParams)
  const format = FORMATS[asked.format === "ndjson" ? "ndjson" : "csv"]
  let source: Source
  try {
    const batches = read(id, asked)
    source = { batches, first: ((await batches.next()).value as Delivery[] | undefined) ?? [] }
  } catch (error) {
    const problem = problemOf(error)
    if (problem.code === "internal_error") throw error
    return new Response(`${problem.message}\n`, {
      status: problem.status,
      ...(problem.retryAfter !== undefined && { headers: { "retry-after": String(problem.retryAfter) } }),
    })
  }
  return new Response(streamOf(written(format, source)), {
    headers: {
      "content-type": format.type,
      "content-disposition": `attachment; filename="deliveries-${id}.${asked.format === "ndjson" ? "ndjson" : "csv"}"`,
      "cache-control": "no-store",
    },
  })
}

async function* read(endpoint: string, asked: Record<string, string>): AsyncGenerator<Delivery[]> {
  const caller = await portal()
  const { status, type, within } = filterOf(asked)
  const filter = { endpoint, status, type, since: sinceOf(within) }
  let batch = (await caller.webhookDeliveries.export(filter)).data
  for (;;) {
    yield batch
    const last = batch.at(-1)
    if (!last) return
    batch = (await caller.webhookDeliveries.export({ ...filter, after: { id: last.id, created_at: last.created_at } }))
      .data
  }
}

async function* written(
  { head, line }: (typeof FORMATS)[keyof typeof FORMATS],
  { first, batches }: Source,
): AsyncGenerator<string> {
  yield head + first.map(line).join("")
  for await (const batch of batches) if (batch.length > 0) yield batch.map(line).join("")
}

const streamOf = (chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> => {
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
