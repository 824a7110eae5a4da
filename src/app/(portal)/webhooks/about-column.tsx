import type { TableColumn } from "@/ui/table/column"

/** The column of what an event is about, such as an order's number. */
export function aboutColumn<Row extends { subject: string | null }>(header: string): TableColumn<Row> {
  return {
    id: "about",
    header,
    from: "sm",
    flexible: true,
    cell: ({ subject }) => (
      <span title={subject ?? undefined} className="text-muted">
        {subject ?? "–"}
      </span>
    ),
  }
}
