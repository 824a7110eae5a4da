const TONES: Record<string, string> = {
  GET: "bg-neem-soft text-neem-ink",
  DELETE: "bg-danger-soft text-danger-ink",
}

function toneOf(method: string): string {
  return TONES[method] ?? "bg-marigold-soft text-marigold-ink"
}

/** An HTTP method; methods that change something are highlighted. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      lang="en"
      className={`w-14 shrink-0 rounded-md py-0.5 text-center font-mono text-xs font-semibold ${toneOf(method)}`}
    >
      {method}
    </span>
  )
}

/** An HTTP method in the list of pages. */
export function MethodChip({ method }: { method: string }) {
  return (
    <span lang="en" className={`shrink-0 rounded px-1 font-mono text-[0.625rem] font-semibold ${toneOf(method)}`}>
      {method === "DELETE" ? "DEL" : method}
    </span>
  )
}
