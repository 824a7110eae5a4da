import { HighlightedCode } from "@/app/(site)/docs/code"

interface ResponseProps {
  /** The accessible name. */
  label: string
  /** What is shown above it, such as "GET /v1/products". */
  request: string
  body: string
  className?: string
}

/** The response of this installation to a request of the page. */
export function Response({ label, request, body, className = "" }: ResponseProps) {
  return (
    <div className={`flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-surface ${className}`}>
      <p className="flex min-h-10 items-center justify-between gap-3 border-b border-line px-4 font-mono text-xs text-muted">
        <span lang="en" className="min-w-0 truncate">
          {request}
        </span>
        <span className="rounded-full bg-neem-soft px-2 text-neem-ink">200</span>
      </p>
      {/* Focusable, because it scrolls. */}
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        lang="en"
        className="min-h-0 flex-1 overflow-auto rounded-b-lg px-4 py-3 font-mono text-xs"
      >
        <HighlightedCode code={body} language="json" />
      </pre>
    </div>
  )
}
