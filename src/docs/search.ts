import type { Locale } from "@/domain/locale"
import { type DocsPage, docsPages } from "@/docs/pages"
import { anchorOf } from "@/docs/anchor"
import { processSingleton } from "@/platform/process-singleton"

/** A part of a page that holds every word that was looked for. */
export interface Hit {
  /** With the anchor of the heading. */
  href: string
  page: string
  /** The heading; empty for what stands before the first one. */
  heading: string
  language: Locale
  /** The text around the first word that was found. */
  excerpt: string
}

interface Part {
  page: DocsPage
  heading: string
  text: string
  folded: { page: string; heading: string; text: string }
}

const HITS = 20
/** Of one page, so that no page pushes the others out. */
const HITS_OF_A_PAGE = 3
const EXCERPT = 180
export const QUERY_MAX = 100

/** Latin letters without their marks and in lower case; Devanagari keeps its vowel signs, which tell words apart. */
const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()

export const termsOf = (query: string): string[] => [
  ...new Set(
    fold(query.slice(0, QUERY_MAX))
      .split(/[\s,;:]+/)
      .filter(Boolean),
  ),
]

/** What the documentation holds on some words, the best first: words in titles and headings count more than in text. */
export const searchDocs = (query: string, locale: Locale): Hit[] => {
  const terms = termsOf(query)
  if (terms.length === 0) return []
  return processSingleton(`docs-index-${locale}`, () =>
    docsPages(locale)
      .filter(({ section }) => section !== "start")
      .flatMap(partsOf),
  )
    .map((part) => ({ part, score: scoreOf(part, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .filter(
      ({ part }, index, all) =>
        all.slice(0, index).filter((earlier) => earlier.part.page === part.page).length < HITS_OF_A_PAGE,
    )
    .slice(0, HITS)
    .map(({ part: { page, heading, text } }) => ({
      href: heading === "" ? page.path : `${page.path}#${anchorOf(heading)}`,
      page: page.title,
      heading,
      language: page.language,
      excerpt: excerptOf(text, terms),
    }))
}

const scoreOf = ({ folded }: Part, terms: readonly string[]): number => {
  let score = 0
  for (const term of terms) {
    const found =
      weightOf(folded.heading, term) * 6 +
      weightOf(folded.page, term) * (folded.heading === "" ? 8 : 2) +
      weightOf(folded.text, term)
    if (found === 0) return 0
    score += found
  }
  return score
}

/** 2 for a whole word, 1 for a part of one. */
const weightOf = (text: string, term: string): number => {
  const at = text.indexOf(term)
  if (at === -1) return 0
  const letter = /[\p{L}\p{M}\p{N}]/u
  for (let from = at; from !== -1; from = text.indexOf(term, from + 1)) {
    if (!letter.test(text[from - 1] ?? " ") && !letter.test(text[from + term.length] ?? " ")) return 2
  }
  return 1
}

const partsOf = (page: DocsPage): Part[] => {
  const [first = "", ...rest] = outsideOfCode(
    page.section === "reference" ? page.markdown().replace(REPEATED_HEADERS, "") : page.markdown(),
  ).split(/^(?=#{2,3} )/m)
  const parts = [
    ["", first.replace(/^# .*\n/, "")],
    ...rest.map((text) => [text.slice(0, text.indexOf("\n")).replace(/^#+ /, ""), text.slice(text.indexOf("\n") + 1)]),
  ]
  return parts
    .filter(([heading]) => !isRepeated(page, heading ?? ""))
    .map(([heading = "", markdown = ""]) => {
      const plainHeading = plain(heading)
      const text = plain(markdown)
      // An operation is looked for by its address as well.
      const words =
        page.section === "reference"
          ? `${page.title} ${page.description} ${page.path.split("/").at(-1) ?? ""}`
          : page.title
      return {
        page,
        heading: plainHeading,
        text,
        folded: { page: fold(words), heading: fold(plainHeading), text: fold(text) },
      }
    })
}

// Every operation has the same errors and headers: they are found where they are explained.
const isRepeated = ({ section }: DocsPage, heading: string): boolean => section === "reference" && heading === "Errors"
const REPEATED_HEADERS = /^Headers:\n\n(?:- .*\n?)+/m

// A "# comment" in code is no heading.
const outsideOfCode = (markdown: string): string =>
  markdown.replace(/^```[^\n]*\n([\s\S]*?)^```$/gm, (_, code: string) => code.replace(/^#/gm, " #"))

const plain = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*|]|-{3,}|^[->]+ /gm, "")
    .replace(/\s+/g, " ")
    .trim()

const excerptOf = (text: string, terms: readonly string[]): string => {
  const folded = fold(text)
  const at = Math.max(
    0,
    Math.min(...terms.map((term) => folded.indexOf(term)).filter((found) => found !== -1), text.length) - EXCERPT / 3,
  )
  const start = at === 0 ? 0 : text.indexOf(" ", at) + 1
  const cut = text.slice(start, start + EXCERPT)
  return `${start > 0 ? "… " : ""}${cut}${start + EXCERPT < text.length ? " …" : ""}`
}
