import type { ReactNode } from "react"
import { CodeBlock } from "@/ui/code-block"

interface EmptyStateProps {
  sentence: string
  action: ReactNode
  note?: string
  snippet?: string
}

/** One sentence, one action, and one snippet, which is beside them where there is room. */
export function EmptyState({ sentence, action, note, snippet }: EmptyStateProps) {
  return (
    <div
      className={`grid items-center gap-x-10 gap-y-5 rounded-2xl border border-dashed border-line-strong px-5 py-8 sm:px-8 ${snippet === undefined ? "" : "xl:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]"}`}
    >
      <div className="grid gap-5">
        <p className="text-lg font-medium">{sentence}</p>
        <div className="flex flex-wrap gap-3 empty:hidden">{action}</div>
        {note !== undefined && snippet === undefined && <p className="text-sm text-muted">{note}</p>}
      </div>
      {snippet !== undefined && (
        <div className="grid min-w-0 grid-cols-1 gap-2">
          {note !== undefined && <p className="text-sm text-muted">{note}</p>}
          <CodeBlock label={note ?? sentence} code={snippet} />
        </div>
      )}
    </div>
  )
}
