const TONES: Record<string, string> = {
  GET: "bg-neem-soft text-neem-ink",
  DELETE: "bg-danger-soft text-danger-ink",
}

/** An HTTP method; methods that change something are highlighted. */
export const MethodBadge = ({ method }: { method: string }) => (
  <span
    lang="en"
    className={`w-14 shrink-0 rounded-md py-0.5 text-center font-mono text-xs font-semibold ${TONES[method] ?? "bg-marigold-soft text-marigold-ink"}`}
  >
    {method}
  </span>
)
