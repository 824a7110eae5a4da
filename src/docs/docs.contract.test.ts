import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LOCALES } from "@/domain/locale"
import { PROBLEMS } from "@/domain/problem"
import { docsPages } from "@/docs/pages"
import { guide, GUIDES, languagesOf } from "@/docs/guides"
import { eventTypes, operations } from "@/docs/operations"
import { translatorOf } from "@/i18n/translator"
import { Lane } from "@/testing/fixtures/lane"

let lane: Lane

interface Fetched {
  status: number
  url: string
  type: string
  text: string
}

const visited = new Map<string, Promise<Fetched>>()

/** A page without its scripts, fetched once. */
function visit(path: string, locale = "en"): Promise<Fetched> {
  const name = `${locale} ${path}`
  const made =
    visited.get(name) ??
    fetch(lane.url + path, { headers: { cookie: `haat-locale=${locale}` } }).then(async (response) => ({
      status: response.status,
      url: response.url,
      type: response.headers.get("content-type") ?? "",
      text: (await response.text()).replace(/<script[\s\S]*?<\/script>/g, ""),
    }))
  visited.set(name, made)
  return made
}

function mainOf(html: string): string {
  return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ""
}
function unescaped(text: string): string {
  return text
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#x27;", "'")
}
function linksIn(html: string): string[] {
  return [...new Set([...mainOf(html).matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = ""]) => unescaped(href)))]
}
function idsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => unescaped(id)))
}

beforeAll(async () => {
  lane = await Lane.lease("fast")
})

afterAll(() => lane.close())

test("every internal link leads to an existing page and anchor", async () => {
  const queue = ["/docs"]
  const seen = new Set(queue)
  const broken: string[] = []
  for (const path of queue) {
    const { text } = await visit(path)
    for (const href of linksIn(text)) {
      if (!href.startsWith("/") && !href.startsWith("#")) continue
      const [target = "", anchor] = href.startsWith("#") ? [path, href.slice(1)] : href.split("#")
      const response = await visit(target)
      if (response.status !== 200) broken.push(`${path} -> ${target}: ${response.status}`)
      else if (
        anchor !== undefined &&
        new URL(response.url).pathname === target &&
        !idsIn(response.text).has(decodeURIComponent(anchor))
      )
        broken.push(`${path} -> ${href}: no such place`)
      if (target.startsWith("/docs") && !target.endsWith(".md") && !seen.has(target)) {
        seen.add(target)
        queue.push(target)
      }
    }
  }
  expect(broken).toEqual([])
  expect(
    docsPages("en")
      .map(({ path }) => path)
      .filter((path) => !seen.has(path)),
  ).toEqual([])
})

test("every guide exists in every language", async () => {
  for (const slug of GUIDES) {
    expect([slug, ...languagesOf(slug)]).toEqual([slug, ...LOCALES])
    for (const locale of LOCALES) {
      const { status, text } = await visit(`/docs/guides/${slug}`, locale)
      expect([slug, locale, status]).toEqual([slug, locale, 200])
      expect(mainOf(text)).toContain(guide(slug, locale).title)
      expect(mainOf(text)).not.toContain('<h1 lang="en"')
    }
  }
  // What is in English alone is marked as what it is.
  expect(mainOf((await visit("/docs/changelog", "mai")).text)).toContain('<h1 lang="en"')
})

test("the reference is in the reader's language", async () => {
  for (const [locale, path, texts] of [
    ["hi", "/docs/reference", ["उस स्टोर के ऑर्डर जिसका खाता मालिक है", "ऑर्डर दिया गया"]],
    ["hi", "/docs/reference/listProducts", ["स्वीकृत स्टोर के उत्पादों की सूची देती है", "अधिक से अधिक 120 अक्षर"]],
    ["mai", "/docs/reference/shipSellerOrder", ["कूरियरक नाम।", "उत्तरक संस्करण।", "वर्तमान स्थितिमे ई नहि भऽ सकैत अछि।"]],
    ["mai", "/docs/reference/events/order.shipped", ["ऑर्डरक एक हिस्सा रवाना भेल।", "घटना कखन भेल।"]],
  ] as const) {
    const { text } = await visit(path, locale)
    for (const expected of texts) expect(mainOf(text), path).toContain(expected)
    // Names and code are marked as English, no sentence is.
    const english = [...mainOf(text).matchAll(/ lang="en"[^>]*>([^<]+)/g)].map(([, words = ""]) => words)
    expect(
      english.filter((words) => /^[A-Z][a-z]* .*\.$/.test(words)),
      path,
    ).toEqual([])
    expect(mainOf(text), path).not.toContain(translatorOf(locale)("Docs.english_only"))
    expect((await visit(`${path}.md`, locale)).text, path).toContain(texts[0])
  }
})

test("every operation and event has a page with parameters, errors and snippets in each language", async () => {
  const described = (await (await fetch(`${lane.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; parameters?: { name: string }[] }>>
    webhooks?: object
  }
  const expected = Object.values(described.paths).flatMap((methods) => Object.values(methods))
  expect(expected.map(({ operationId }) => operationId).sort()).toEqual(
    operations()
      .map(({ id }) => id)
      .sort(),
  )
  expect(Object.keys(described.webhooks ?? {})).toEqual(eventTypes().map(({ name }) => name))
  for (const [path, methods] of Object.entries(described.paths)) {
    for (const { operationId, parameters = [] } of Object.values(methods)) {
      const { status, text } = await visit(`/docs/reference/${operationId}`)
      expect([operationId, status]).toEqual([operationId, 200])
      const words = unescaped(mainOf(text).replace(/<[^>]+>/g, ""))
      expect(words, operationId).toContain(`/v1${path}`)
      for (const { name } of parameters) expect(words, operationId).toContain(name)
      for (const name of ["curl", "JavaScript", "Python", "TypeScript", "rate_limit_exceeded"])
        expect(words, operationId).toContain(name)
    }
  }
  expect((await visit("/docs/reference/nothing")).status).toBe(404)
})

test("the changelog links its Atom feed, whose entries lead back to it", async () => {
  const page = await visit("/docs/changelog")
  expect(page.text).toMatch(
    /<link rel="alternate" type="application\/atom\+xml" href="[^"]*\/docs\/changelog\.atom" title="[^"]+"/,
  )
  const feed = await visit("/docs/changelog.atom")
  expect([feed.status, feed.type]).toEqual([200, "application/atom+xml; charset=utf-8"])
  const anchors = [...feed.text.matchAll(/href="[^"#]*\/docs\/changelog#([^"]+)"/g)].map(([, anchor = ""]) => anchor)
  expect(anchors).toContain("2026-05-01")
  const ids = idsIn(page.text)
  expect(anchors.filter((anchor) => !ids.has(anchor))).toEqual([])
})

test("every error code has an anchor", async () => {
  const { text } = await visit("/docs/errors")
  const ids = idsIn(text)
  expect(Object.keys(PROBLEMS).filter((code) => !ids.has(code))).toEqual([])
})

describe("as Markdown", () => {
  test("the changelog has a short URL", async () => {
    const { status, headers } = await fetch(`${lane.url}/changelog`, { redirect: "manual" })
    expect([status, headers.get("location")]).toEqual([308, "/docs/changelog"])
  })

  test("every page has a Markdown version in the page's language", async () => {
    for (const { path, title } of docsPages("en")) {
      const { status, type, text } = await visit(`${path}.md`)
      expect([path, status, type]).toEqual([path, 200, "text/markdown; charset=utf-8"])
      expect(text.startsWith(`# ${title}\n`), path).toBe(true)
      expect(text, path).not.toMatch(/\{\{(base|app)_url\}\}/)
    }
    expect((await visit("/docs/guides/first-call.md", "mai")).text).toMatch(/^# अहाँक पहिल कॉल\n/)
    expect((await visit("/docs/guides/limits.md", "hi")).text).toMatch(/^# अनुरोध सीमाएँ और आकार\n/)
    expect((await visit("/docs/errors.md", "mai")).text).toMatch(
      /^# त्रुटि कोड\n[\s\S]*\n## token_expired\n\nHTTP 401\. .+\n\nनव कुंजी बनाउ/,
    )
    expect((await visit("/docs/changelog.md", "mai")).text).toMatch(/^# API changelog\n/)
    expect((await visit("/docs/reference/getMe.md")).text).toContain(
      "Credential: an API key or an access token with the scope `profile.read`.",
    )
    expect((await visit("/docs/reference/listEvents.md")).text).toContain(
      "Credential: an API key with the scope `webhooks.manage`.",
    )
    const missing = await visit("/docs/guides/nothing.md")
    expect([missing.status, missing.type]).toEqual([404, "text/plain; charset=utf-8"])
    // A path is a name of a page, never of a file.
    for (const path of [
      "/docs/guides/../../README.md",
      "/docs/guides/..%2F..%2FREADME.md",
      "/docs/decisions/0001-openapi-from-trpc-to-openapi.md",
    ])
      expect((await visit(path)).status).toBe(404)
  })

  test("llms.txt lists every page, and each link works", async () => {
    const { status, type, text } = await visit("/llms.txt")
    expect([status, type]).toEqual([200, "text/plain; charset=utf-8"])
    expect(text).toMatch(/^# Haat\n\n> /)
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href = ""]) => href)
    expect(links.every((href) => href.startsWith(`${lane.url}/`))).toBe(true)
    for (const href of links) expect([href, (await visit(href.slice(lane.url.length))).status]).toEqual([href, 200])
    const named = new Set(links)
    expect(
      docsPages("en")
        .filter(({ path }) => path !== "/docs" && !named.has(`${lane.url}${path}.md`))
        .map(({ path }) => path),
    ).toEqual([])
  })
})

describe("search", () => {
  const results = async (query: string, locale = "en"): Promise<string[]> =>
    linksIn((await visit(`/docs/search?q=${encodeURIComponent(query)}`, locale)).text).filter(
      (href) => href.startsWith("/docs/") && /^\/docs\/(guides|reference|errors|changelog)/.test(href),
    )

  /** The links of the list of results alone. */
  const hits = async (query: string, locale = "en"): Promise<string[]> => {
    const { text } = await visit(`/docs/search?q=${encodeURIComponent(query)}`, locale)
    const list = /<ol[\s\S]*<\/ol>/.exec(mainOf(text))?.[0] ?? ""
    return [...list.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => unescaped(href))
  }

  test("finds pages, headings, operations and error codes, best match first", async () => {
    expect((await hits("first call"))[0]).toBe("/docs/guides/first-call")
    expect((await hits("rate limit")).slice(0, 2).sort()).toEqual([
      "/docs/errors#rate_limit_exceeded",
      "/docs/guides/limits",
    ])
    expect((await hits("not_a_seller"))[0]).toBe("/docs/errors#not_a_seller")
    expect(await hits("shipSellerOrder")).toContain("/docs/reference/shipSellerOrder")
    expect(await hits("PATCH ship")).toContain("/docs/reference/shipSellerOrder")
    expect((await hits("roll the secret"))[0]).toBe("/docs/guides/receive-webhooks#roll-the-secret")
    expect(await hits("कुंजी बनाउ", "mai")).toContain("/docs/guides/first-call#1-टेस्ट-कुंजी-बनाउ")
    expect((await hits("एक्सेस टोकन को नया", "hi"))[0]).toBe("/docs/errors#token_expired")
    expect((await hits("गुप्त कुंजी बदलें", "hi"))[0]).toBe("/docs/guides/receive-webhooks#गुप्त-कुंजी-बदलें")
  })

  test("requires every word, reports no results, and escapes the query", async () => {
    expect(await hits("webhook zebra")).toEqual([])
    expect((await visit("/docs/search?q=webhook+zebra")).text).toContain("No page contains all of these words")
    expect((await visit("/docs/search")).text).toContain("Search for a word, an operation or an error code")
    const { text } = await visit(`/docs/search?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
    expect(text).not.toContain("<img src=x")
    expect((await visit("/docs/search?q=(((&q=b")).status).toBe(200)
    expect((await visit(`/docs/search?q=${encodeURIComponent("(.*)+$ [")}`)).status).toBe(200)
    expect((await results("limit")).length).toBeGreaterThan(3)
    expect((await visit("/docs/search?q=order")).text).toContain("The first 20 results")
    expect((await visit("/docs/search?q=roll+the+secret")).text).toMatch(/>\d results</)
  })
})
