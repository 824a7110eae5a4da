import type { ReactNode } from "react"
import { CodeBlock } from "@/ui/code-block"

interface EmptyStateProps {
  sentence: string
  action: ReactNode
  note?: string
  snippet?: string
}

/** One sentence, one action, one snippet. */
export const EmptyState = ({ sentence, action, note, snippet }: EmptyStateProps) => (
  <div className="grid gap-5 rounded-2xl border border-dashed border-line-strong px-5 py-8 sm:px-8">
    <p className="text-lg font-medium">{sentence}</p>
    <div className="flex flex-wrap gap-3 empty:hidden">{action}</div>
    {note !== undefined && <p className="text-sm text-muted">{note}</p>}
    {snippet !== undefined && <CodeBlock label={note ?? sentence} code={snippet} />}
  </div>
)
