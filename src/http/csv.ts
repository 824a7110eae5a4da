/**
 * Rows as comma-separated values with a header line (RFC 4180). Null is empty.
 */
export function toCsv(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((fields) => `${fields.map(csvField).join(",")}\r\n`)
    .join("")
}

/** A value as a field of a line (RFC 4180). */
export function csvField(value: unknown): string {
  if (value === null || value === undefined) return ""
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
