import { describe, expect, test } from "vitest"
import { plainText, RESULTS_MAX, searchDocs } from "@/docs/search"
import { canonicalQuery, indexTerms, stem } from "@/docs/search-terms"
import type { Locale } from "@/domain/locale"

const GUIDE = "/docs/guides/"
const REFERENCE = "/docs/reference/"

/** Queries with the page that answers them, without its anchor. */
const JUDGED: Record<Locale, readonly (readonly [query: string, page: string])[]> = {
  en: [
    ["webhook", `${GUIDE}receive-webhooks`],
    ["webhok", `${GUIDE}receive-webhooks`],
    ["webhoks", `${GUIDE}receive-webhooks`],
    ["recieve webhooks", `${GUIDE}receive-webhooks`],
    ["callback", `${GUIDE}receive-webhooks`],
    ["roll secret", `${GUIDE}receive-webhooks`],
    ["webhook signature", `${GUIDE}receive-webhooks`],
    ["verify signature", `${GUIDE}receive-webhooks`],
    ["webhook retries", `${GUIDE}receive-webhooks`],
    ["pagination", `${GUIDE}limits`],
    ["paginate", `${GUIDE}limits`],
    ["paging", `${GUIDE}limits`],
    ["pagintion", `${GUIDE}limits`],
    ["rate limit", `${GUIDE}limits`],
    ["rate limits", `${GUIDE}limits`],
    ["rate limiting", `${GUIDE}limits`],
    ["throttling", `${GUIDE}limits`],
    ["sign in", `${GUIDE}oauth-node`],
    ["login", `${GUIDE}oauth-node`],
    ["oauth", `${GUIDE}oauth-node`],
    ["OAuth 2.0", `${GUIDE}oauth-node`],
    ["OpenID Connect", `${GUIDE}oauth-node`],
    ["oauth refresh token", `${GUIDE}oauth-node`],
    ["single page app", `${GUIDE}oauth-single-page-app`],
    ["first call", `${GUIDE}first-call`],
    ["how to create a test key", `${GUIDE}first-call`],
    ["ship an order", `${GUIDE}ship-an-order`],
    ["shiping orders", `${GUIDE}ship-an-order`],
    ["idempotency", `${GUIDE}ship-an-order`],
    ["idempotent", `${GUIDE}ship-an-order`],
    ["Idempotency-Key", `${GUIDE}ship-an-order`],
    ["tracking number", `${GUIDE}ship-an-order`],
    ["handling errors", `${GUIDE}errors`],
    ["retry loop", `${GUIDE}errors`],
    ["sandbox", `${GUIDE}sandbox`],
    ["typescript", `${GUIDE}typescript-client`],
    ["typscript client", `${GUIDE}typescript-client`],
    ["versions", `${GUIDE}versions`],
    ["api key", `${GUIDE}first-call`],
    ["API keys", `${GUIDE}first-call`],
    ["create an API key", `${GUIDE}first-call`],
    ["python", `${GUIDE}first-call`],
    ["listKeys", `${REFERENCE}listKeys`],
    ["list api keys", `${REFERENCE}listKeys`],
    ["shipSellerOrder", `${REFERENCE}shipSellerOrder`],
    ["list categories", `${REFERENCE}listCategories`],
    ["order.shipped", `${REFERENCE}events/order.shipped`],
    ["cancel order", `${REFERENCE}cancelSellerOrder`],
    ["inventory", `${REFERENCE}updateSellerOffers`],
    ["not_a_seller", "/docs/errors"],
    ["rate_limit_exceeded", "/docs/errors"],
    ["idempotency_key_reused", "/docs/errors"],
    ["invalid token", "/docs/errors"],
    ["साइन इन", `${GUIDE}oauth-node`],
    ["वेबहुक", `${GUIDE}receive-webhooks`],
  ],
  hi: [
    ["उत्पादों की सूची", `${REFERENCE}listProducts`],
    ["list products", `${REFERENCE}listProducts`],
    ["स्वीकृत स्टोर के उत्पाद", `${REFERENCE}listProducts`],
    ["साइन इन", `${GUIDE}oauth-node`],
    ["लॉग इन", `${GUIDE}oauth-node`],
    ["वेबहुक", `${GUIDE}receive-webhooks`],
    ["वेबहूक", `${GUIDE}receive-webhooks`],
    ["वेबहुक पाएं", `${GUIDE}receive-webhooks`],
    ["गुप्त कुंजी बदलना", `${GUIDE}receive-webhooks`],
    ["दोबारा प्रयास", `${GUIDE}receive-webhooks`],
    ["अनुरोध सीमा", `${GUIDE}limits`],
    ["अनुरोध सीमाएं", `${GUIDE}limits`],
    ["दर सीमा", `${GUIDE}limits`],
    ["पेजिनेशन", `${GUIDE}limits`],
    ["शिपमेंट", `${GUIDE}ship-an-order`],
    ["रिफ़ंड", `${REFERENCE}refundSellerOrder`],
    ["हस्ताक्षर", `${GUIDE}receive-webhooks`],
    ["rate limit", `${GUIDE}limits`],
    ["pagination", `${GUIDE}limits`],
    ["पहली कॉल", `${GUIDE}first-call`],
    ["टेस्ट कुंजी", `${GUIDE}first-call`],
    ["API कुंजी", `${GUIDE}first-call`],
    ["python", `${GUIDE}first-call`],
    ["ऑर्डर रवाना", `${GUIDE}ship-an-order`],
    ["आर्डर रवाना करना", `${GUIDE}ship-an-order`],
    ["त्रुटियां", `${GUIDE}errors`],
    ["त्रुटि कैसे सँभालें", `${GUIDE}errors`],
    ["संस्करण", `${GUIDE}versions`],
    ["webhok", `${GUIDE}receive-webhooks`],
  ],
  mai: [
    ["स्वीकृत स्टोरक उत्पाद", `${REFERENCE}listProducts`],
    ["साइन इन", `${GUIDE}oauth-node`],
    ["वेबहुक", `${GUIDE}receive-webhooks`],
    ["वेबहुकक", `${GUIDE}receive-webhooks`],
    ["वेबहुक पाएब", `${GUIDE}receive-webhooks`],
    ["गुप्त कुंजी बदलू", `${GUIDE}receive-webhooks`],
    ["अनुरोधक सीमा", `${GUIDE}limits`],
    ["शिपमेंट", `${GUIDE}ship-an-order`],
    ["हस्ताक्षर", `${GUIDE}receive-webhooks`],
    ["अनुरोध सीमा", `${GUIDE}limits`],
    ["rate limit", `${GUIDE}limits`],
    ["पहिल कॉल", `${GUIDE}first-call`],
    ["टेस्ट कुंजी बनाउ", `${GUIDE}first-call`],
    ["API कुंजी", `${GUIDE}first-call`],
    ["python", `${GUIDE}first-call`],
    ["ऑर्डर रवाना करब", `${GUIDE}ship-an-order`],
    ["त्रुटि सम्हारब", `${GUIDE}errors`],
    ["संस्करण", `${GUIDE}versions`],
    ["pagination", `${GUIDE}limits`],
    ["webhok", `${GUIDE}receive-webhooks`],
  ],
}

describe("the search of the documentation", () => {
  for (const locale of ["en", "hi", "mai"] as const)
    test.each(JUDGED[locale])(`finds the right page first, in ${locale}: %s`, (query, page) => {
      const results = searchDocs(query, locale)
      expect(
        results
          .slice(0, 3)
          .map(({ href }) => href)[0]
          ?.split("#")[0],
      ).toBe(page)
    })

  test("shows sections in the reader's language, whatever the query's", () => {
    for (const [locale, query] of [
      ["en", "साइन इन"],
      ["hi", "sign in"],
      ["mai", "rate limits"],
    ] as const)
      expect(searchDocs(query, locale)[0]?.language).toBe(locale)
  })

  test("leads to the places of a page of the reference, whose anchors are in English", () => {
    const hrefs = searchDocs("AWB नंबर", "hi").map(({ href }) => href)
    expect(hrefs).toContain(`${REFERENCE}shipSellerOrder#body`)
  })

  test("does not take a word that exists for another", () => {
    // "store" and "stored" are one letter apart from "score".
    expect(searchDocs("zebra", "en")).toEqual([])
    expect(searchDocs("webhook zebra", "en")).toEqual([])
    const marked = searchDocs("price", "en").flatMap(({ title, excerpt }) =>
      [...title, ...excerpt].filter((segment) => segment.marked).map(({ text }) => text.toLowerCase()),
    )
    expect(marked.length).toBeGreaterThan(0)
    expect(marked.filter((word) => !word.includes("price"))).toEqual([])
  })

  test("marks what matched, in inflected and mistyped words too", () => {
    const [first] = searchDocs("webhok", "en")
    expect(first?.title.filter(({ marked }) => marked)).toEqual([{ text: "webhooks", marked: true }])
    expect(first?.title.map(({ text }) => text).join("")).toBe("Receive webhooks")
  })

  test("finds one more than a page shows, by which it knows that there are more", () => {
    expect(searchDocs("order", "en")).toHaveLength(RESULTS_MAX)
    expect(searchDocs("order", "en", RESULTS_MAX + 1)).toHaveLength(RESULTS_MAX + 1)
  })

  test("names the page and the heading of a section, and quotes plain text", () => {
    const results = searchDocs("list orders", "en")
    expect(results.map(({ title }) => plainText(title))).toContain("List orders")
    for (const query of ["order", "response", "key", "webhook secret", "retry"])
      for (const { href, title, excerpt } of searchDocs(query, "en")) {
        expect(plainText(title).split(" › ")).toHaveLength(href.includes("#") ? 2 : 1)
        expect(plainText(excerpt)).not.toMatch(/```|\]\(|\*\*|^#/)
      }
  })

  test("shows at most three sections of a page", () => {
    const counts = new Map<string | undefined, number>()
    for (const { href } of searchDocs("order", "en")) {
      const page = href.split("#")[0]
      counts.set(page, (counts.get(page) ?? 0) + 1)
    }
    expect(Math.max(...counts.values())).toBe(3)
  })

  test.each(["", " ", "the", "((((", "(.*)+$ [", "a".repeat(500), "\0", "🪔", "'\"<img>", "_".repeat(90)])(
    "is harmless with %j",
    (query) => {
      expect(Array.isArray(searchDocs(query, "en"))).toBe(true)
    },
  )
})

test("words have one stem in their forms", () => {
  for (const forms of [
    ["webhook", "webhooks"],
    ["ship", "ships", "shipped", "shipping"],
    ["paginate", "paginated", "pagination"],
    ["authenticate", "authentication", "authenticating"],
    ["category", "categories"],
    ["limit", "limits", "limited", "limiting"],
  ])
    expect([...new Set(forms.map(stem))]).toHaveLength(1)
  expect(stem("address")).toBe("address")
  expect(indexTerms("Calls shipSellerOrder or not_a_seller")).toEqual(
    "calls call shipsellerorder ship seller order not_a_seller not seller".split(" "),
  )
  expect(canonicalQuery("Log in, लॉगिन")).toBe("sign in, साइन इन")
})
