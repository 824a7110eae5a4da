import { LRUCache } from "lru-cache"
import { pageLinks } from "@/api/page-links"
import { pageMeta } from "@/domain/page"
import { LIVE_WORLD } from "@/domain/world"
import { operations } from "@/docs/operations"
import { type SnippetLanguage, snippetsOf } from "@/docs/snippets"
import { getProduct, getProductText } from "@/features/products/get-product"
import { listProducts, listProductsText, type ProductCard } from "@/features/products/list-products"
import { ProductQuery } from "@/features/products/schema"
import { SuggestionQuery } from "@/features/products/suggestions/schema"
import { suggest, type SuggestedItem } from "@/features/products/suggestions/suggest"
import { metadata } from "@/oauth/metadata"
import { env } from "@/platform/env"
import { log } from "@/platform/log/log"
import { processSingleton } from "@/platform/process-singleton"
import type { SearchMeta } from "@/trpc/product-meta"
import { absoluteUrl } from "@/trpc/wire"

/** A request of the start page, with the response of this installation. */
export interface UseCase {
  /** Such as "GET /v1/products?q=makhana". */
  request: string
  snippets: { language: SnippetLanguage; code: string }[]
  /** The body as indented JSON; null while there is nothing to show, or no database. */
  response: string | null
}

export interface UseCases {
  search: UseCase
  storefront: UseCase
  suggestions: UseCase
  signIn: UseCase
  /** How the search has understood its words; null without a response. */
  understood: { query: string; search: SearchMeta } | null
  /** What the request of the storefront returns; null without a response. */
  product: ProductCard | null
  /** The beginning of a word, and what it may become. */
  suggested: { typed: string; items: SuggestedItem[] }
}

const FRESH_MS = 10 * 60_000
/** The products among which the shown one is chosen: the most popular ones. */
const CANDIDATES = 24
/** A word that is shorter is not misspelt on purpose: it could become another one. */
const MISSPELT_MIN = 6
const PREFIX_LENGTH = 4
const PRICE_STEP_RUPEES = 500
const SUGGESTIONS_SHOWN = 4
/** The language of the storefront. */
const LOCALE = "hi"

const SHOWN_LANGUAGES: readonly SnippetLanguage[] = ["curl", "sdk", "python"]

/** What the requests ask for. */
interface Subject {
  slug: string
  /** Search words, such as "makahna under 500". */
  query: string
  /** The beginning of a word. */
  prefix: string
}

// Where there is no product, the code asks for what the examples of the reference do.
const DEFAULT_SUBJECT: Subject = { slug: "phool-makhana-classic-250-g", query: "makhana under 500", prefix: "makh" }

function cache(): LRUCache<string, UseCases> {
  return processSingleton(
    "docs-use-cases",
    () =>
      new LRUCache<string, UseCases>({
        max: 1,
        ttl: FRESH_MS,
        allowStale: true,
        allowStaleOnFetchRejection: true,
        noDeleteOnFetchRejection: true,
        fetchMethod: readUseCases,
      }),
  )
}

/**
 * The requests of the start page with their responses, from the live catalogue as of ten minutes ago at most. Without
 * products or without the database, the responses of the catalogue are null.
 */
export async function findUseCases(): Promise<UseCases> {
  try {
    const found = await cache().fetch("all")
    if (found) return found
  } catch (error) {
    log.warn({ err: error }, "the start page shows no responses")
  }
  return withoutResponses()
}

async function readUseCases(): Promise<UseCases> {
  const subject = await findSubject()
  if (!subject) return withoutResponses()
  const { slug, query, prefix } = subject
  const searchInput = ProductQuery.parse({ q: query, per_page: 1 })
  const [found, product, card, items] = await Promise.all([
    listProductsText(LIVE_WORLD, searchInput),
    getProductText(LIVE_WORLD, slug, LOCALE),
    getProduct(LIVE_WORLD, slug, LOCALE),
    suggest(LIVE_WORLD, SuggestionQuery.parse({ q: prefix, limit: SUGGESTIONS_SHOWN })),
  ])
  const paging = pageMeta(searchInput, found.total)
  const search = searchCall(subject)
  const body = {
    data: found.products.parse(),
    meta: { ...paging, ...(found.search && { search: found.search }) },
    links: pageLinks(paging, new URL(search.request.replace(/^GET /, env.appUrl))),
  }
  const suggestions = items.map(({ path, ...suggestion }) => ({ ...suggestion, url: absoluteUrl(path) }))
  return {
    search: { ...search, response: indented(body) },
    storefront: { ...storefrontCall(subject), response: indented({ data: product.parse() }) },
    suggestions: { ...suggestionsCall(subject), response: indented({ data: suggestions }) },
    signIn: signIn(),
    understood: found.search && { query, search: found.search },
    product: card,
    suggested: { typed: prefix, items },
  }
}

function withoutResponses(): UseCases {
  return {
    search: { ...searchCall(DEFAULT_SUBJECT), response: null },
    storefront: { ...storefrontCall(DEFAULT_SUBJECT), response: null },
    suggestions: { ...suggestionsCall(DEFAULT_SUBJECT), response: null },
    signIn: signIn(),
    understood: null,
    product: null,
    suggested: { typed: DEFAULT_SUBJECT.prefix, items: [] },
  }
}

/** A popular product, translated and with a name that can be misspelt if there is one. */
async function findSubject(): Promise<Subject | null> {
  const popular = ProductQuery.parse({ in_stock: true, sort: "popular", per_page: CANDIDATES })
  const [products, translated] = await Promise.all([
    listProducts(LIVE_WORLD, popular),
    listProducts(LIVE_WORLD, { ...popular, locale: LOCALE }),
  ])
  const isTranslated = new Set(translated.rows.filter((row) => row.name_locale === LOCALE).map(({ id }) => id))
  const ranked = products.rows.toSorted((a, b) => Number(isTranslated.has(b.id)) - Number(isTranslated.has(a.id)))
  for (const product of ranked) {
    const subject = subjectOf(product, misspell)
    if (subject.query !== subjectOf(product).query && (await isCorrected(subject.query, product))) return subject
  }
  return ranked[0] ? subjectOf(ranked[0]) : null
}

function subjectOf({ slug, name, category, price }: ProductCard, spell = (word: string): string => word): Subject {
  const words = wordsOf(category?.name ?? name)
  const limit = Math.ceil(price / 100 / PRICE_STEP_RUPEES) * PRICE_STEP_RUPEES
  const prefix = words.find((word) => word.length > PREFIX_LENGTH) ?? words[0] ?? slug
  const spelt = words.map((word) => (word === prefix ? spell(word) : word))
  return { slug, query: `${spelt.join(" ")} under ${limit}`, prefix: prefix.slice(0, PREFIX_LENGTH) }
}

/** Whether a misspelt query is corrected, and finds products like this one. */
async function isCorrected(query: string, { category }: ProductCard): Promise<boolean> {
  const { rows, search } = await listProducts(LIVE_WORLD, ProductQuery.parse({ q: query, per_page: 1 }))
  return (search?.corrected_query ?? null) !== null && rows[0]?.category?.id === category?.id
}

/** The first two words of a name, in lower case. */
function wordsOf(name: string): string[] {
  return (name.toLowerCase().match(/\p{L}+/gu) ?? []).slice(0, 2)
}

/** Swaps two letters in the middle of a long word. */
function misspell(word: string): string {
  if (word.length < MISSPELT_MIN) return word
  const at = Math.floor(word.length / 2)
  return `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`
}

type Request = Omit<UseCase, "response">

function requestOf(operationId: string, path: string, query: [string, string][], pathValues: string[] = []): Request {
  const operation = operations().find(({ id }) => id === operationId)
  if (!operation) throw new Error(`there is no operation ${operationId}`)
  const address = `${path}?${String(new URLSearchParams(query))}`
  const code = snippetsOf(operation, `${env.appUrl}/v1`, { address, pathValues, query, body: undefined })
  return {
    request: `GET /v1${address}`,
    snippets: SHOWN_LANGUAGES.map((language) => ({ language, code: code[language] })),
  }
}

function searchCall({ query }: Subject): Request {
  return requestOf("listProducts", "/products", [
    ["q", query],
    ["per_page", "1"],
  ])
}

function storefrontCall({ slug }: Subject): Request {
  return requestOf("getProduct", `/products/${encodeURIComponent(slug)}`, [["locale", LOCALE]], [slug])
}

function suggestionsCall({ prefix }: Subject): Request {
  return requestOf("listSuggestions", "/suggestions", [
    ["q", prefix],
    ["limit", String(SUGGESTIONS_SHOWN)],
  ])
}

function indented(body: unknown): string {
  return JSON.stringify(body, null, 2)
}

/** Discovery by openid-client, and the document that it reads. */
function signIn(): UseCase {
  const insecure = env.appUrl.startsWith("http:")
  const url = `${env.appUrl}/.well-known/openid-configuration`
  const sdk = `import * as client from "openid-client"

const haat = await client.discovery(
  new URL("${env.appUrl}"),
  process.env.HAAT_CLIENT_ID,
  process.env.HAAT_CLIENT_SECRET,${insecure ? "\n  undefined,\n  { execute: [client.allowInsecureRequests] }," : ""}
)
const verifier = client.randomPKCECodeVerifier()
const signInUrl = client.buildAuthorizationUrl(haat, {
  redirect_uri: "https://ledger.example/callback",
  scope: "openid profile orders.read",
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
})
console.log(signInUrl.href)`
  return {
    request: "GET /.well-known/openid-configuration",
    snippets: [
      { language: "sdk", code: sdk },
      { language: "curl", code: `curl "${url}"` },
    ],
    response: indented(JSON.parse(metadata().body?.toString() ?? "null")),
  }
}
