import MiniSearch, { type Query } from "minisearch"
import { anchorOf } from "@/docs/anchor"
import { CHANGE_KINDS } from "@/docs/changelog"
import { canonicalQuery, fold, indexTerms, isStopWord, stem, WORD, wordParts } from "@/docs/search-terms"
import { type DocsPage, docsPages, type DocsSection } from "@/docs/pages"
import { LANGUAGE_NAMES, LANGUAGES } from "@/docs/snippets"
import { type Locale, LOCALES } from "@/domain/locale"
import { translatorOf } from "@/i18n/translator"
import { processSingleton } from "@/platform/process-singleton"

/** A piece of text; what matches the query is marked. */
export interface TextSegment {
  text: string
  marked: boolean
}

/** A section of a page that matches every word of a query. */
interface SearchResult {
  /** With the anchor of the heading. */
  href: string
  /** The title of the page and, unless the result is the page's beginning, the heading. */
  title: TextSegment[]
  section: DocsSection
  language: Locale
  /** The text around the first match. */
  excerpt: TextSegment[]
}

/** A section of a page: what stands under one heading, or before the first. */
interface Section {
  page: DocsPage
  /** Empty for the beginning of a page. */
  heading: string
  anchor: string
  text: string
  /** The text without its code. */
  prose: string
}

/** What is searched of a section. */
interface SectionDocument {
  id: number
  /** The heading, or of a page's beginning what the page is called. */
  heading: string
  page: string
  text: string
  /** The heading and the text in the other languages, because people search in more than one. */
  otherHeading: string
  otherText: string
}

interface DocsIndex {
  sections: Section[]
  search: MiniSearch<SectionDocument>
}

export const QUERY_MAX = 100
export const RESULTS_MAX = 20
/** So that no page pushes the others out. */
const RESULTS_PER_PAGE_MAX = 3
const EXCERPT_LENGTH = 180

const FIELD_WEIGHTS = { heading: 6, page: 2, text: 1, otherHeading: 6, otherText: 0.7 }
/** What a page says about a subject comes before a list that mentions it. */
const SECTION_WEIGHTS: Record<DocsPage["section"], number> = {
  start: 0,
  guides: 2,
  reference: 1,
  events: 0.6,
  more: 0.6,
}
/** Pages that mention everything. */
const PAGE_WEIGHTS: Partial<Record<string, number>> = {
  "/docs/changelog": 0.3,
  "/docs/reference": 0.5,
}
const PAGE_START_WEIGHT = 1.5
/** What has the query as its name, such as the event order.shipped, comes first. */
const NAMED_WEIGHT = 10

/** Searches the documentation: all words must match, in any of its languages; the best sections come first. */
export function searchDocs(query: string, locale: Locale, max = RESULTS_MAX): SearchResult[] {
  const { sections, search } = docsIndex(locale)
  const words = [...new Set(canonicalQuery(query.slice(0, QUERY_MAX)).match(WORD) ?? [])].filter(
    (word) => !isStopWord(fold(word)),
  )
  if (words.length === 0) return []
  const found = search.search(
    { combineWith: "AND", queries: words.map((word) => wordQuery(search, word)) },
    {
      boost: FIELD_WEIGHTS,
      boostDocument: (id: number) => weightOf(sections[id], fold(query.trim())),
      weights: { prefix: 0.4, fuzzy: 0.3 },
    },
  )
  const perPage = new Map<DocsPage, number>()
  return found
    .flatMap(({ id, terms }) => {
      const section = sections[id as number]
      if (!section) return []
      const count = (perPage.get(section.page) ?? 0) + 1
      perPage.set(section.page, count)
      return count > RESULTS_PER_PAGE_MAX ? [] : [toResult(section, new Set(terms))]
    })
    .slice(0, max)
}

function weightOf(section: Section | undefined, folded: string): number {
  if (!section) return 0
  const { page, heading } = section
  const weight = PAGE_WEIGHTS[page.path] ?? SECTION_WEIGHTS[page.section]
  return weight * (heading === "" ? PAGE_START_WEIGHT : 1) * (isNamed(section, folded) ? NAMED_WEIGHT : 1)
}

/** Whether a page, or a section outside the reference with its repeated headings, is called so. */
function isNamed({ page, heading }: Section, folded: string): boolean {
  return heading === "" ? fold(page.title) === folded : page.section !== "reference" && fold(heading) === folded
}

/** A word or, of an identifier such as not_a_seller, the words that it is made of. */
function wordQuery(search: MiniSearch<SectionDocument>, word: string): Query {
  const whole = termQuery(search, fold(word))
  const parts = wordParts(word)
  return parts.length < 2
    ? whole
    : {
        combineWith: "OR",
        queries: [whole, { combineWith: "AND", queries: parts.map((part) => termQuery(search, fold(part))) }],
      }
}

/** A word in any of its forms. Only a word that is nowhere is taken for a mistyped one. */
function termQuery(search: MiniSearch<SectionDocument>, word: string): Query {
  const stemmed = stem(word)
  const forms = { queries: [stemmed], prefix: stemmed.length >= 3, fuzzy: false }
  if (search.search(forms).length > 0) return forms
  return { queries: [word], prefix: false, fuzzy: word.length < 4 ? false : word.length < 6 ? 1 : 2 }
}

function docsIndex(locale: Locale): DocsIndex {
  return processSingleton(`docs-index-${locale}`, () => createIndex(locale))
}

function createIndex(locale: Locale): DocsIndex {
  const sections = searchedPages(locale).flatMap(sectionsOf)
  const translations = LOCALES.filter((other) => other !== locale).map(translatedSections)
  const search = new MiniSearch<SectionDocument>({
    fields: Object.keys(FIELD_WEIGHTS),
    tokenize: indexTerms,
    processTerm: (term) => term,
    // Queries are made of terms.
    searchOptions: { tokenize: (term) => [term], processTerm: (term) => term },
  })
  const places = new Map<DocsPage, number>()
  search.addAll(
    sections.map(({ page, heading, text }, id) => {
      const place = places.get(page) ?? 0
      places.set(page, place + 1)
      const others = translations.flatMap((pages) => pages.get(page.path)?.[place] ?? [])
      return {
        id,
        heading: heading === "" ? nameOf(page) : heading,
        page: heading === "" ? "" : nameOf(page),
        text,
        otherHeading: others.map((other) => other.heading || other.page.title).join("\n"),
        otherText: others.map((other) => other.text).join("\n"),
      }
    }),
  )
  return { sections, search }
}

function searchedPages(locale: Locale): DocsPage[] {
  return docsPages(locale).filter(({ section }) => section !== "start")
}

/**
 * The sections of the pages that are written in a language, by path; translations have the same sections in the same
 * order. The reference is searched in the reader's language and in English.
 */
function translatedSections(locale: Locale): Map<string, Section[]> {
  return new Map(
    searchedPages(locale)
      .filter((page) => page.language === locale && (locale === "en" || !isOfReference(page)))
      .map((page) => [page.path, sectionsOf(page)]),
  )
}

function isOfReference({ section }: DocsPage): boolean {
  return section === "reference" || section === "events"
}

/** An operation is searched for by its URL and id as well. */
function nameOf({ section, title, description, path }: DocsPage): string {
  return section === "reference" ? `${title} ${description} ${path.split("/").at(-1) ?? ""}` : title
}

function toResult({ page, heading, anchor, text, prose }: Section, terms: ReadonlySet<string>): SearchResult {
  return {
    href: heading === "" ? page.path : `${page.path}#${anchor}`,
    title: markTerms(heading === "" ? page.title : `${page.title} › ${heading}`, terms),
    section: page.section,
    language: page.language,
    excerpt: markTerms(excerptOf(quotedText({ heading, text, prose }, terms), terms), terms),
  }
}

/** The text without its marks. */
export function plainText(segments: readonly TextSegment[]): string {
  return segments.map(({ text }) => text).join("")
}

function isMatch(word: string, terms: ReadonlySet<string>): boolean {
  return indexTerms(word).some((term) => terms.has(term))
}

/** The prose of a section; its code too, if only that matches. */
function quotedText(
  { heading, text, prose }: Pick<Section, "heading" | "text" | "prose">,
  terms: ReadonlySet<string>,
): string {
  return prose === "" || !(hasMatch(heading, terms) || hasMatch(prose, terms)) ? text : prose
}

function hasMatch(text: string, terms: ReadonlySet<string>): boolean {
  return [...text.matchAll(WORD)].some(({ 0: word }) => isMatch(word, terms))
}

function markTerms(text: string, terms: ReadonlySet<string>): TextSegment[] {
  const segments: TextSegment[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isMatch(word, terms)) continue
    if (index > end) segments.push({ text: text.slice(end, index), marked: false })
    segments.push({ text: word, marked: true })
    end = index + word.length
  }
  if (end < text.length) segments.push({ text: text.slice(end), marked: false })
  return segments
}

function excerptOf(text: string, terms: ReadonlySet<string>): string {
  const first = [...text.matchAll(WORD)].find(({ 0: word }) => isMatch(word, terms))?.index ?? 0
  const from = Math.max(0, first - EXCERPT_LENGTH / 3)
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1
  const rest = text.slice(start)
  if (rest.length <= EXCERPT_LENGTH) return `${start > 0 ? "… " : ""}${rest}`
  const end = rest.lastIndexOf(" ", EXCERPT_LENGTH)
  return `${start > 0 ? "… " : ""}${rest.slice(0, end > 0 ? end : EXCERPT_LENGTH)} …`
}

// --- Pages to sections --------------------------------------------------------------------------------------------

function sectionsOf(page: DocsPage): Section[] {
  const anchors = isOfReference(page) ? referenceAnchors().get(page.path) : undefined
  return splitPage(page).map(({ heading, text }, index) => ({
    page,
    heading: toPlainText(heading),
    anchor: anchors?.[index] ?? anchorOf(toPlainText(heading)),
    text: toPlainText(text),
    prose: toPlainText(text.replace(CODE_BLOCKS, "")),
  }))
}

/** The anchors on the pages of the reference, which are the same in every language. */
function referenceAnchors(): Map<string, string[]> {
  return processSingleton(
    "docs-reference-anchors",
    () =>
      new Map(
        docsPages("en")
          .filter(isOfReference)
          .map((page) => [page.path, splitPage(page).map(({ heading }) => anchorOf(toPlainText(heading)))]),
      ),
  )
}

function splitPage(page: DocsPage): { heading: string; text: string }[] {
  const t = translatorOf(page.language)
  // Every operation has the same headers and errors: they are found where they are explained.
  const repeatedHeaders = new RegExp(`^${t("DocsMarkdown.headers")}:\\n\\n(?:- .*\\n?)+`, "m")
  const markdown =
    page.section === "reference"
      ? page.markdown().replace(repeatedHeaders, "").replace(SNIPPET_LANGUAGES, "")
      : page.markdown().replace(CHANGE_HEADINGS, "")
  const [beginning = "", ...others] = indentCodeComments(markdown).split(/^(?=#{2,3} )/m)
  const sections = [
    { heading: "", text: beginning.replace(/^# .*\n/, "") },
    ...others.map((section) => ({
      heading: section.slice(0, section.indexOf("\n")).replace(/^#+ /, ""),
      text: section.slice(section.indexOf("\n") + 1),
    })),
  ]
  return sections.filter(({ heading }) => page.section !== "reference" || heading !== t("DocsMarkdown.errors"))
}

// Entries of the changelog have the same headings, and are found by their dates.
const CHANGE_HEADINGS = new RegExp(`^### (?:${CHANGE_KINDS.join("|")})\n`, "gm")

// Every operation has a snippet in each language; the guides are where a language is explained.
const SNIPPET_LANGUAGES = new RegExp(
  `^(?:${LANGUAGES.map((language) => LANGUAGE_NAMES[language].label).join("|")}):$|(?<=^\`\`\`)\\w+`,
  "gm",
)

const CODE_BLOCKS = /^```[^\n]*\n[\s\S]*?^```$/gm

// A "# comment" in code is no heading.
function indentCodeComments(markdown: string): string {
  return markdown.replace(CODE_BLOCKS, (block) => block.replace(/^#/gm, " #"))
}

const LANGUAGES_BY_FENCE = new Map(
  LANGUAGES.filter((language) => language !== "curl").map((language) => {
    const { fence, label } = LANGUAGE_NAMES[language]
    return [fence, label] as const
  }),
)

/** Code keeps the name of its language, which people search for. */
function toPlainText(markdown: string): string {
  return markdown
    .replace(/^```(\w*).*$/gm, (_, fence: string) => LANGUAGES_BY_FENCE.get(fence) ?? "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*|]|-{3,}|^[->]+ /gm, "")
    .replace(/\s+/g, " ")
    .trim()
}
