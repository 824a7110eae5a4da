import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { describePage } from "@/docs/public-pages"
import { Lane } from "@/testing/fixtures/lane"

let lane: Lane
const folder = mkdtempSync(join(tmpdir(), "haat-legal-"))

beforeAll(async () => {
  writeFileSync(join(folder, "terms.md"), "# Terms of Mithila Haat\n\n## Law\n\nThe courts of **Darbhanga**.\n")
  writeFileSync(join(folder, "terms.hi.md"), "# मिथिला हाट की शर्तें\n\nदरभंगा का न्यायालय।\n")
  lane = await Lane.open("fast", { TERMS_FILE: join(folder, "terms.md") })
}, 300_000)
afterAll(() => lane.close())

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(lane.url + path, { headers: { accept: "text/html", ...headers } })
  return { status: response.status, cookies: response.headers.getSetCookie().join(), html: await response.text() }
}
function lang(html: string): string | undefined {
  return /<html lang="(\w+)"/.exec(html)?.[1]
}
function description(html: string): string | undefined {
  return /<meta name="description" content="([^"]*)"/.exec(html)?.[1]
}
function canonical(html: string): string | undefined {
  return /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
}

describe("the language of a page", () => {
  test("is that of its address, without a cookie", async () => {
    for (const [query, language] of [
      ["?lang=hi", "hi"],
      ["?lang=mai", "mai"],
      ["?lang=en", "en"],
      ["", "en"],
      ["?lang=xx", "en"],
    ])
      expect([query, lang((await open(`/status${query}`)).html)]).toEqual([query, language])
  })

  test("stays for later pages, unless the reader has chosen one", async () => {
    expect((await open("/docs?lang=hi")).cookies).toContain("haat-locale=hi")
    const selected = await open("/docs?lang=hi", { cookie: "haat-locale=mai" })
    expect([lang(selected.html), selected.cookies]).toEqual(["mai", ""])
  })

  test("cannot be named by a header", async () => {
    expect(lang((await open("/status", { "x-haat-locale": "hi" })).html)).toBe("en")
  })
})

test("every URL of the sitemap is canonical, and names the other languages", { timeout: 240_000 }, async () => {
  const sitemap = await (await fetch(`${lane.url}/sitemap.xml`)).text()
  const urls = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => url)
  expect(urls.length).toBeGreaterThan(200)
  expect(urls).toContain(`${lane.url}/terms?lang=mai`)
  expect(urls).not.toContain(`${lane.url}/privacy`)
  // A page of each kind; the rest are made in the same way.
  for (const path of ["/", "/status", "/terms", "/docs", "/docs/guides/limits", "/docs/reference/getMe"])
    for (const [language, query] of [
      ["en", ""],
      ["hi", "?lang=hi"],
      ["mai", "?lang=mai"],
    ] as const) {
      const url = `${lane.url}${path}${query}`
      expect(urls).toContain(url)
      const { html } = await open(`${path}${query}`)
      expect([url, lang(html), canonical(html)]).toEqual([url, language, url])
      expect([url, description(html)]).toEqual([url, describePage(path, language)?.description])
      expect(html).toContain(`hrefLang="mai" href="${lane.url}${path}?lang=mai"`)
      expect(html).toContain(`hrefLang="x-default" href="${lane.url}${path}"`)
    }
})

test("a page that is not for everybody has no canonical URL", async () => {
  expect(canonical((await open("/sign-in")).html)).toBeUndefined()
})

test("each public page has a picture with its title, and no other text can be drawn", async () => {
  const { html } = await open("/docs/guides/limits?lang=hi")
  const url = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ""
  expect(url).toBe(`${lane.url}/media/og/hi/docs/guides/limits.png`)
  const response = await fetch(url)
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"])
  const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect([width, height]).toEqual([1200, 630])
  for (const path of ["xx/index.png", "en/sign-in.png", "en/docs/guides/none.png", "en/index", "en/x%00.png"])
    expect([path, (await fetch(`${lane.url}/media/og/${path}`)).status]).toEqual([path, 404])
})

describe("terms and privacy", () => {
  test("are what the operator has written, in the reader's language if it is there", async () => {
    const english = await open("/terms")
    expect(english.html).toContain("Terms of Mithila Haat</h1>")
    expect(english.html).toMatch(/<strong[^>]*>Darbhanga<\/strong>/)
    expect(english.html).not.toContain('content="noindex')
    expect((await open("/terms?lang=hi")).html).toContain("मिथिला हाट की शर्तें</h1>")
    expect((await open("/terms?lang=mai")).html).toMatch(/<article lang="en"[^>]*><h1[^>]*>Terms of Mithila Haat/)
    // A change needs no restart.
    writeFileSync(join(folder, "terms.md"), "# New terms\n\nNew.\n")
    expect((await open("/terms")).html).toContain("New terms</h1>")
  })

  test("are unpublished until then, which search engines do not index", async () => {
    const { html } = await open("/privacy")
    expect(html).toContain("The operator of this marketplace has not published its privacy policy yet.")
    expect(html).not.toContain("PRIVACY_FILE")
    expect(html).toContain('name="robots" content="noindex"')
  })
})

test("a missing page has its own title in each language", async () => {
  for (const [language, title] of [
    ["en", "Page not found"],
    ["hi", "पृष्ठ नहीं मिला"],
    ["mai", "पन्ना नहि भेटल"],
  ])
    for (const path of ["/nothing", "/products/no-such-product"]) {
      const { status, html } = await open(`${path}?lang=${language}`)
      expect([path, status, /<title>([^<·]*?) ·/.exec(html)?.[1]]).toEqual([path, 404, title])
    }
})

test("llms-full.txt has every page of the documentation", async () => {
  const [index, full] = await Promise.all(
    ["/llms.txt", "/llms-full.txt"].map(async (path) => (await fetch(lane.url + path)).text()),
  )
  const pages = [...(index ?? "").matchAll(/\]\((http[^)]*)\.md\)/g)].map(([, url = ""]) => url)
  expect(pages.length).toBeGreaterThan(50)
  for (const url of pages) expect(full).toContain(`<!-- ${url} -->`)
})
