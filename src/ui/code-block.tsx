import type { ButtonVariant } from "@/ui/button-variant"
import { CopyButton } from "@/ui/copy-button"
import { JsonCode } from "@/ui/json-code"

interface CodeBlockProps {
  /** The accessible name. */
  label: string
  code: string
  /** Whether it is JSON, which is shown in colours. */
  json?: boolean
  /** The text to copy, if it is more than the visible text; null: no copy button. */
  copyText?: string | null
  copyLabel?: string
  copyVariant?: ButtonVariant
}

/** Code with a copy button: beside it or, if the button has a label of its own, below it. */
export function CodeBlock({
  label,
  code,
  json = false,
  copyText = code,
  copyLabel,
  copyVariant = "quiet",
}: CodeBlockProps) {
  const below = copyLabel !== undefined
  return (
    <div
      className={`min-w-0 ${below ? "grid gap-2" : "flex flex-wrap items-start rounded-lg border border-line bg-sunken"}`}
    >
      <pre
        role="group"
        aria-label={label}
        lang="en"
        className={`min-w-0 rounded-lg px-4 py-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere ${below ? "border border-line bg-sunken" : "flex-1 basis-64"}`}
      >
        <code>{json ? <JsonCode text={code} /> : code}</code>
      </pre>
      {copyText !== null && (
        <div
          className={`flex flex-wrap items-center gap-x-3 ${below ? "justify-self-start" : "ml-auto justify-end p-1"}`}
        >
          <CopyButton text={copyText} variant={copyVariant} {...(below && { label: copyLabel })} />
        </div>
      )}
    </div>
  )
}
