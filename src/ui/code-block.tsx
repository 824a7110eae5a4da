import type { ButtonVariant } from "@/ui/button-variant"
import { CopyButton } from "@/ui/copy-button"

interface CodeBlockProps {
  /** The accessible name. */
  label: string
  code: string
  /** The text to copy, if it is more than the visible text; null: no copy button. */
  copyText?: string | null
  copyLabel?: string
  copyVariant?: ButtonVariant
}

export const CodeBlock = ({ label, code, copyText = code, copyLabel, copyVariant = "quiet" }: CodeBlockProps) => (
  <div className="flex min-w-0 flex-wrap items-start rounded-lg border border-line bg-sunken">
    {/* Focusable, because it scrolls sideways. */}
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      lang="en"
      className={`min-w-0 flex-1 overflow-x-auto rounded-lg px-4 py-3 font-mono text-xs ${copyLabel === undefined ? "basis-64" : "basis-full"}`}
    >
      <code>{code}</code>
    </pre>
    {copyText !== null && (
      <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 p-1">
        <CopyButton text={copyText} variant={copyVariant} {...(copyLabel !== undefined && { label: copyLabel })} />
      </div>
    )}
  </div>
)
