import { CopyButton } from "@/ui/copy-button"

interface CodeBlockProps {
  /** What the block is, for those who cannot see it. */
  label: string
  code: string
  /** What is copied, where it is more than what is shown; null: nothing can be copied. */
  copies?: string | null
  copyLabel?: string
}

export const CodeBlock = ({ label, code, copies = code, copyLabel }: CodeBlockProps) => (
  <div className="flex min-w-0 flex-wrap items-start rounded-lg border border-line bg-sunken">
    {/* Reachable by keyboard, since it scrolls sideways. */}
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      lang="en"
      className={`min-w-0 flex-1 overflow-x-auto rounded-lg px-4 py-3 font-mono text-xs ${copyLabel === undefined ? "basis-64" : "basis-full"}`}
    >
      <code>{code}</code>
    </pre>
    {copies !== null && (
      <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 p-1">
        <CopyButton text={copies} look="quiet" {...(copyLabel !== undefined && { label: copyLabel })} />
      </div>
    )}
  </div>
)
