import { highlight, type TokenKind } from "@/app/(site)/docs/highlight"
import { escapeMarkup } from "@/domain/escape-markup"
import { CopyButton } from "@/ui/copy-button"

const COLOURS: Record<Exclude<TokenKind, "plain">, string> = {
  comment: "text-muted",
  string: "text-neem-ink",
  keyword: "text-link",
  constant: "text-marigold-ink",
  function: "text-accent-strong",
}

interface CodeProps {
  /** The accessible name. */
  label: string
  code: string
  language: string
  /** A file's name, shown above it. */
  file?: string | undefined
  /** Without a frame and a copy button of its own, inside a frame that has them. */
  bare?: boolean
  /** Whether long lines wrap: by default those of commands do, as in a terminal, and those of programs scroll. */
  wrapped?: boolean
}

/** Highlighted code with a copy button. */
export function Code({ label, code, language, file, bare = false, wrapped = language === "bash" }: CodeProps) {
  return (
    <div className={`min-w-0 bg-sunken ${bare ? "rounded-b-lg" : "rounded-lg border border-line"}`}>
      {(!bare || file !== undefined) && (
        <div className="flex min-h-10 items-center justify-between gap-3 pl-4">
          <span lang="en" className="min-w-0 truncate font-mono text-xs text-muted">
            {file ?? language}
          </span>
          {!bare && <CopyButton text={code} variant="quiet" />}
        </div>
      )}
      {/* Focusable, because it scrolls. */}
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        lang="en"
        className={`max-h-[34rem] overflow-auto rounded-b-lg px-4 pb-4 font-mono text-xs ${bare && file === undefined ? "pt-3" : ""} ${wrapped ? "wrap-anywhere whitespace-pre-wrap" : ""}`}
      >
        <HighlightedCode code={code} language={language} />
      </pre>
    </div>
  )
}

/** Code in colours, for a `pre`. It is one text for React: a page sends each token once, and hydrates none. */
export function HighlightedCode({ code, language }: Pick<CodeProps, "code" | "language">) {
  return (
    <code
      dangerouslySetInnerHTML={{
        __html: highlight(code, language)
          .map(({ kind, text }) =>
            kind === "plain" ? escapeMarkup(text) : `<span class="${COLOURS[kind]}">${escapeMarkup(text)}</span>`,
          )
          .join("")
          // The end of a line that goes on is not alone in a line.
          .replaceAll(/ \\(?=\n)/g, '<span class="whitespace-pre"> \\</span>'),
      }}
    />
  )
}
