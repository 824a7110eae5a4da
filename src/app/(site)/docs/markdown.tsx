import { marked, type Token, type Tokens } from "marked"
import Link from "next/link"
import { Fragment, type ReactNode } from "react"
import { Code } from "@/app/(site)/docs/code"
import { type Snippet, snippetLanguage, SnippetTabs } from "@/app/(site)/docs/snippet-tabs"
import { anchorOf } from "@/docs/anchor"

/** Renders our own Markdown. HTML in it is shown as text, and links can only be web URLs. */
export function Markdown({ text }: { text: string }) {
  return <>{blocks(marked.lexer(text))}</>
}

/** The headings of a text's sections, for its table of contents. */
export function headingsOf(text: string): { text: string; anchor: string }[] {
  return marked
    .lexer(text)
    .filter((token): token is Tokens.Heading => token.type === "heading" && (token as Tokens.Heading).depth === 2)
    .map((token) => ({ text: plainText(token.tokens), anchor: anchorOf(plainText(token.tokens)) }))
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? String(token.text) : token.raw,
    )
    .join("")
}

/** Adjacent code blocks in different languages become one block with tabs. */
function blocks(tokens: readonly Token[]): ReactNode[] {
  const nodes: ReactNode[] = []
  let heading = ""
  let codes: Tokens.Code[] = []
  const flush = (): void => {
    if (codes.length > 0) nodes.push(<CodeGroup key={`codes-${nodes.length}`} codes={codes} label={heading} />)
    codes = []
  }
  for (const token of tokens) {
    if (token.type === "space") continue
    if (token.type === "code") {
      codes.push(token as Tokens.Code)
      continue
    }
    flush()
    if (token.type === "heading") heading = plainText((token as Tokens.Heading).tokens)
    nodes.push(<Fragment key={`block-${nodes.length}`}>{block(token)}</Fragment>)
  }
  flush()
  return nodes
}

function languageOf({ lang = "" }: Tokens.Code): string {
  return lang.split(" ")[0] ?? ""
}
function fileOf({ lang = "" }: Tokens.Code): string | undefined {
  return /\bfile=(\S+)/.exec(lang)?.[1]
}

function CodeGroup({ codes, label }: { codes: Tokens.Code[]; label: string }) {
  const snippets = codes.flatMap((code): Snippet[] => {
    const language = snippetLanguage(languageOf(code))
    return language ? [{ language, code: code.text, file: fileOf(code) }] : []
  })
  if (
    codes.length > 1 &&
    snippets.length === codes.length &&
    new Set(snippets.map(({ language }) => language)).size === codes.length
  ) {
    return <SnippetTabs label={label} snippets={snippets} />
  }
  return codes.map((code, index) => (
    <Code key={index} label={label} code={code.text} language={languageOf(code)} file={fileOf(code)} />
  ))
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case "heading":
      return heading(token as Tokens.Heading)
    case "paragraph":
    case "text":
      return <p className="max-w-prose">{inline((token as Tokens.Paragraph).tokens ?? [token])}</p>
    case "list":
      return list(token as Tokens.List)
    case "table":
      return table(token as Tokens.Table)
    case "blockquote":
      return (
        <blockquote className="grid gap-3 border-l-4 border-line-strong pl-4 text-muted">
          {blocks((token as Tokens.Blockquote).tokens)}
        </blockquote>
      )
    case "hr":
      return <hr className="border-line" />
    default:
      return <p>{token.raw}</p>
  }
}

function heading({ depth, tokens }: Tokens.Heading): ReactNode {
  const id = anchorOf(plainText(tokens))
  const link = (
    <a href={`#${id}`} className="hover:underline">
      {inline(tokens)}
    </a>
  )
  if (depth > 2) {
    return (
      <h3 id={id} className="mt-2 scroll-mt-6 text-base font-semibold">
        {link}
      </h3>
    )
  }
  return (
    <h2 id={id} className="mt-5 scroll-mt-6 text-xl font-semibold">
      {link}
    </h2>
  )
}

function list({ ordered, items, start }: Tokens.List): ReactNode {
  const entries = items.map((item, index) => (
    <li key={index}>
      {item.tokens.map((token, at) =>
        token.type === "text" ? (
          <Fragment key={at}>{inline((token as Tokens.Text).tokens ?? [token])}</Fragment>
        ) : (
          <Fragment key={at}>{block(token)}</Fragment>
        ),
      )}
    </li>
  ))
  const listClasses = "grid max-w-prose gap-1.5 pl-5 marker:text-muted"
  return ordered ? (
    <ol start={typeof start === "number" ? start : 1} className={`list-decimal ${listClasses}`}>
      {entries}
    </ol>
  ) : (
    <ul className={`list-disc ${listClasses}`}>{entries}</ul>
  )
}

/** The longest text, in characters, that fits beside a name on a phone. */
const NARROW_CELL = 30

/** Shown as a table; on a phone, one with long texts is a list: each row's cells are one below the other. */
function table({ header, rows }: Tokens.Table): ReactNode {
  const isList =
    header.length > 2 ||
    rows.some((cells) => cells.slice(1).some(({ tokens }) => plainText(tokens).length > NARROW_CELL))
  const listClasses = isList
    ? {
        table: "max-sm:block sm:[&_code]:whitespace-nowrap",
        group: "max-sm:block",
        header: "max-sm:flex max-sm:flex-wrap max-sm:gap-x-2 max-sm:px-4 max-sm:py-2",
        name: "max-sm:p-0 max-sm:not-first:before:mr-2 max-sm:not-first:before:content-['·']",
        row: "max-sm:grid max-sm:gap-0.5 max-sm:px-4 max-sm:py-2.5",
        cell: "max-sm:p-0 max-sm:first:font-medium",
      }
    : { table: "[&_code]:whitespace-nowrap" }
  return (
    // It scrolls where it is wider than the text, so it must be focusable.
    <div
      tabIndex={0}
      role="group"
      aria-label={header.map(({ tokens }) => plainText(tokens)).join(", ")}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className={`w-full border-collapse text-sm ${listClasses.table}`}>
        <thead className={listClasses.group}>
          <tr className={`bg-sunken text-left ${listClasses.header ?? ""}`}>
            {header.map(({ tokens }, index) => (
              <th key={index} scope="col" className={`px-4 py-2.5 font-medium ${listClasses.name ?? ""}`}>
                {inline(tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={listClasses.group}>
          {rows.map((cells, row) => (
            <tr key={row} className={`border-t border-line align-top ${listClasses.row ?? ""}`}>
              {cells.map(({ tokens }, index) => (
                <td key={index} className={`min-w-28 px-4 py-2.5 ${listClasses.cell ?? ""}`}>
                  {inline(tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function inline(tokens: readonly Token[]): ReactNode[] {
  return tokens.map((token, index) => <Fragment key={index}>{span(token)}</Fragment>)
}

function span(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong className="font-semibold">{inline((token as Tokens.Strong).tokens)}</strong>
    case "em":
      return <em>{inline((token as Tokens.Em).tokens)}</em>
    case "del":
      return <del>{inline((token as Tokens.Del).tokens)}</del>
    case "codespan":
      return (
        <code lang="en" className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.875em] wrap-anywhere">
          {(token as Tokens.Codespan).text}
        </code>
      )
    case "link":
      return link(token as Tokens.Link)
    case "br":
      return <br />
    default:
      return "tokens" in token && token.tokens
        ? inline(token.tokens)
        : "text" in token && token.type !== "html"
          ? String(token.text)
          : token.raw
  }
}

function link({ href, tokens }: Tokens.Link): ReactNode {
  const children = inline(tokens)
  // Files and API paths are not pages.
  if (/^\/(?!\/)[^.]*$/.test(href)) {
    return (
      <Link href={href} prefetch={false} className="link">
        {children}
      </Link>
    )
  }
  return /^(https?:\/\/|\/(?!\/)|#)/.test(href) ? (
    <a href={href} className="link">
      {children}
    </a>
  ) : (
    children
  )
}
