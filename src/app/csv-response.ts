import { csvField } from "@/http/csv"
import { toProblem } from "@/trpc/init"

/** The value of a column of a CSV file, for each of its columns. */
export type CsvFields<Row> = Record<string, (row: Row) => unknown>

/** Spreadsheets read a CSV file as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = "\uFEFF"

/** Text that a spreadsheet would execute as a formula is quoted with an apostrophe (OWASP, CSV injection). */
function withoutFormula(value: unknown): unknown {
  return typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
}

/**
 * A CSV file (RFC 4180) that is sent as its rows are read. @param readBatches reads the rows; if that fails for the
 * first of them, the response is the error
 */
export async function csvResponse<Row>(
  filename: string,
  fields: CsvFields<Row>,
  readBatches: () => AsyncGenerator<Row[]>,
): Promise<Response> {
  const lineOf = (values: unknown[]): string =>
    `${values.map((value) => csvField(withoutFormula(value))).join(",")}\r\n`
  const batches = readBatches()
  const encoder = new TextEncoder()
  const write = (rows: readonly Row[]): string =>
    rows.map((row) => lineOf(Object.values(fields).map((field) => field(row)))).join("")
  let first: IteratorResult<Row[]>
  try {
    first = await batches.next()
  } catch (error) {
    const problem = toProblem(error)
    if (problem.code === "internal_error") throw error
    return new Response(`${problem.message}\n`, {
      status: problem.status,
      ...(problem.retryAfter !== undefined && { headers: { "retry-after": String(problem.retryAfter) } }),
    })
  }
  let started = false
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (!started) {
        started = true
        const rows = first.done ? [] : first.value
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK + lineOf(Object.keys(fields)) + write(rows)))
        return
      }
      const next = await batches.next()
      if (next.done) controller.close()
      else if (next.value.length > 0) controller.enqueue(encoder.encode(write(next.value)))
      else controller.enqueue(new Uint8Array())
    },
    cancel: () => void batches.return(undefined),
  })
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${filename}"`,
      "cache-control": "no-store",
    },
  })
}
