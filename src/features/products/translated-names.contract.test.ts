import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

describe.each(LANES)("names in the requested language, on the %s lane", (name) => {
  let lane: Lane
  let key: TestKey
  let untranslated: string[]
  const PATHS = ["/v1/categories", "/v1/products", "/v1/products?q=makhana", "/v1/products/phool-makhana"]
  const get = (path: string, headers: Record<string, string> = {}) => lane.request(path, { key, headers })
  const texts = (headers: Record<string, string> = {}) =>
    Promise.all(PATHS.map(async (path) => (await get(path, headers)).text))

  beforeAll(async () => {
    lane = await Lane.lease(name)
    const { marketplace } = lane
    key = await marketplace.key(await marketplace.account())
    const store = await marketplace.store("Mithila Haat")
    const grocery = await marketplace.category("Grocery")
    const snacks = await marketplace.category("Snacks", { parent: grocery })
    await marketplace.product({ name: "Phool Makhana", store, category: snacks, popularity: 3 })
    await marketplace.product({ name: "Makhana Bites", store, category: grocery, popularity: 2 })
    await marketplace.product({ name: "Jute Bag", store, popularity: 1 })
    untranslated = await texts()
    await marketplace.rows(`UPDATE category SET names = '{"hi":"नाश्ता","mai":"जलखै"}' WHERE slug = 'snacks'`)
    await marketplace.rows(
      `UPDATE product SET names = '{"hi":"फूल मखाना","mai":"फूल मखान"}' WHERE slug = 'phool-makhana'`,
    )
    await marketplace.rows(`UPDATE product SET names = '{"hi":"जूट का \\"थैला\\""}' WHERE slug = 'jute-bag'`)
  })
  afterAll(() => lane.close())

  test("without the parameter each response is unchanged byte for byte, whatever the client accepts", async () => {
    expect(await texts()).toEqual(untranslated)
    expect(untranslated.join()).not.toContain("name_locale")
    expect(await texts({ "accept-language": "hi, mai;q=0.9" })).toEqual(untranslated)
  })

  test.each([
    ["hi", ["फूल मखाना", "hi", "नाश्ता", "hi"], ['जूट का "थैला"', "hi"]],
    ["mai", ["फूल मखान", "mai", "जलखै", "mai"], ["Jute Bag", "en"]],
    ["en", ["Phool Makhana", "en", "Snacks", "en"], ["Jute Bag", "en"]],
  ])("products in %s, each by its default name where it has no other", async (locale, makhana, bag) => {
    const { json } = await get(`/v1/products?locale=${locale}`)
    expect(
      json.data.map(({ name: own, name_locale, category }) => [
        own,
        name_locale,
        ...(category ? [(category as { name: string }).name, (category as { name_locale: string }).name_locale] : []),
      ]),
    ).toEqual([makhana, ["Makhana Bites", "en", "Grocery", "en"], bag])
    const plain = (await get("/v1/products")).json.data
    expect(json.data.map(withoutNames)).toEqual(plain.map(withoutNames))
    expect(Object.keys(json.data[0] ?? {}).filter((field) => field !== "name_locale")).toEqual(
      Object.keys(plain[0] ?? {}),
    )
    const detail = (await get(`/v1/products/phool-makhana?locale=${locale}`)).json.data
    expect(detail).toMatchObject({ ...json.data[0], variants: [{ name: "Phool Makhana" }] })
    expect(withoutNames(detail)).toEqual(withoutNames((await get("/v1/products/phool-makhana")).json.data))
  })

  test("categories, with their language", async () => {
    const named = async (locale: string) =>
      (await get(`/v1/categories?locale=${locale}`)).json.data.map((each) => [each.slug, each.name, each.name_locale])
    expect(await named("hi")).toEqual([
      ["grocery", "Grocery", "en"],
      ["snacks", "नाश्ता", "hi"],
    ])
    expect(await named("mai")).toEqual([
      ["grocery", "Grocery", "en"],
      ["snacks", "जलखै", "mai"],
    ])
    expect(await named("en")).toEqual([
      ["grocery", "Grocery", "en"],
      ["snacks", "Snacks", "en"],
    ])
  })

  test("the categories of the facets, with their language", async () => {
    const facet = async (query: string) =>
      (
        (await get(`/v1/products?facets=category&category=grocery${query}`)).json.meta as unknown as {
          facets: { category: { values: Record<string, unknown>[] } }
        }
      ).facets.category.values.map((value) => [value.name, value.name_locale, Object.keys(value).join()])
    const fields = "id,slug,name,name_locale,parent_id,count"
    expect(await facet("&locale=mai")).toEqual([
      ["Grocery", "en", fields],
      ["जलखै", "mai", fields],
    ])
    expect(await facet("")).toEqual([
      ["Grocery", undefined, "id,slug,name,parent_id,count"],
      ["Snacks", undefined, "id,slug,name,parent_id,count"],
    ])
  })

  test("a search finds a product by its names, and returns them in the requested language", async () => {
    const found = async (query: string) => (await get(`/v1/products?${query}`)).json.data.map(({ name: own }) => own)
    expect((await found(`q=${encodeURIComponent("फूल मखान")}&locale=mai`))[0]).toBe("फूल मखान")
    expect(await found(`q=${encodeURIComponent("थैला")}`)).toEqual(["Jute Bag"])
    expect(await found("q=makhana&locale=hi&sort=price_asc")).toEqual(["फूल मखाना", "Makhana Bites"])
    expect(await found("q=makhana&locale=hi&per_page=1&page=2")).toEqual(["Makhana Bites"])
  })

  test("suggestions of categories and products, with their language", async () => {
    const suggested = async (query: string) =>
      (await get(`/v1/suggestions?${query}`)).json.data.map((each) => [each.type, each.name, each.name_locale])
    expect(await suggested("q=snac&locale=mai")).toEqual([
      ["category", "जलखै", "mai"],
      ["product", "फूल मखान", "mai"],
    ])
    expect(await suggested("q=makhana&locale=hi")).toEqual([
      ["product", "फूल मखाना", "hi"],
      ["product", "Makhana Bites", "en"],
    ])
    expect(await suggested("q=jute&locale=en")).toEqual([["product", "Jute Bag", "en"]])
    expect(await suggested("q=jute")).toEqual([["product", "Jute Bag", undefined]])
  })

  test("pages keep the language in their links", async () => {
    const { links } = (await get("/v1/products?locale=hi&per_page=2")).json
    expect(new URL(links.next ?? "").searchParams.get("locale")).toBe("hi")
  })

  test.each(["fr", "hi-IN", "HI", ""])("%j is no language of names", async (locale) => {
    for (const path of ["/v1/products?", "/v1/products/phool-makhana?", "/v1/categories?"]) {
      const { status, json } = await get(`${path}locale=${locale}`)
      expect([status, json.error.details.map(({ param }) => param)]).toEqual([422, ["locale"]])
    }
  })
})

function withoutNames({ name: _, name_locale: __, category, ...rest }: Record<string, unknown>) {
  return {
    ...rest,
    category: category && { ...category, name: undefined, name_locale: undefined },
  }
}
