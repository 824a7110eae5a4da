import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ClientBase } from "pg"
import { from as copyFrom } from "pg-copy-streams"

export type Value = string | number | boolean | Date | Uint8Array | readonly string[] | null

const BATCH_ROWS = 500

/** Writes rows to a table with one COPY statement. Names must come from code, never from input. */
export async function copyInto(
  client: ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  if (rows.length === 0) return
  const sink = client.query(copyFrom(`COPY ${table} (${columns.join(", ")}) FROM STDIN`))
  await pipeline(Readable.from(lines(rows)), sink)
}

function* lines(rows: readonly (readonly Value[])[]): Generator<string> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    yield rows
      .slice(from, from + BATCH_ROWS)
      .map((row) => `${row.map(encode).join("\t")}\n`)
      .join("")
  }
}

/** Encodes a value in COPY's text format. */
export function encode(value: Value): string {
  if (value === null) return "\\N"
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString("hex")}`
  return escape(
    typeof value === "string" ? value : `{${value.map((part) => `"${part.replace(/["\\]/g, "\\$&")}"`).join(",")}}`,
  )
}

function escape(text: string): string {
  return text.replace(
    /[\\\n\r\t]/g,
    (character) => ({ "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" })[character] ?? character,
  )
}
