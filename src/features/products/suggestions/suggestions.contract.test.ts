import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

describe.each(LANES)("suggestions, on the %s lane", (name) => {
  let lane: Lane
  let key: TestKey

  beforeAll(async () => {
    lane = await Lane.open(name)
    const { marketplace } = lane
    key = await marketplace.key(await marketplace.account())
    const store = await marketplace.store("Mithila Haat")
    const pending = await marketplace.store("Naya Dukan", { status: "pending" })
    const grocery = await marketplace.category("Grocery")
    const spices = await marketplace.category("Ground Spices", { parent: grocery })
    const halves = await marketplace.category("Halters")
    await marketplace.category("Halwa")
    const hidden = await marketplace.category("Hals", { active: false })
    const brand = await marketplace.brand("Haldiram")
    await marketplace.brand("Halcyon")
    const rest = { store, category: spices }
    await marketplace.product({ ...rest, name: "Turmeric Powder", popularity: 10 })
    await marketplace.product({ ...rest, name: "Haldi Milk Mix", popularity: 20 })
    await marketplace.product({ ...rest, name: "Mustard Oil", popularity: 30, brand })
    await marketplace.product({ ...rest, name: "Mustard Seeds", popularity: 40 })
    await marketplace.product({ store, category: halves, name: "Summer Top", popularity: 50 })
    await marketplace.product({ store, category: hidden, name: "Hal Buried" })
    await marketplace.product({ store: pending, name: "Hal Unapproved" })
    await marketplace.product({ store, name: "Hal Draft", status: "draft" })
  })
  afterAll(() => lane.close())

  const suggest = async (q: string, more = ""): Promise<string[]> => {
    const { json } = await lane.request(`/v1/suggestions?q=${encodeURIComponent(q)}${more}`, { key })
    return json.data.map(({ type, name: suggested }) => `${String(type)} ${String(suggested)}`)
  }

  test("a category, a brand and a product have a type, a slug and a page", async () => {
    const { status, headers, json } = await lane.request("/v1/suggestions?q=hal", { key })
    expect(status).toBe(200)
    expect(json.data.slice(0, 3)).toEqual([
      { type: "category", slug: "halters", name: "Halters", url: `${lane.url}/categories/halters` },
      { type: "brand", slug: "haldiram", name: "Haldiram", url: `${lane.url}/products?brand=haldiram` },
      { type: "product", slug: "haldi-milk-mix", name: "Haldi Milk Mix", url: `${lane.url}/products/haldi-milk-mix` },
    ])
    expect(headers.get("cache-control")).toBe("private, max-age=60")
    expect(headers.get("x-ratelimit-limit")).not.toBeNull()
  })

  test.each([
    ["haldi", ["brand Haldiram", "product Haldi Milk Mix", "product Turmeric Powder", "product Mustard Oil"]],
    ["HALDI ", ["brand Haldiram", "product Haldi Milk Mix", "product Turmeric Powder", "product Mustard Oil"]],
    [
      "हल्",
      [
        "category Halters",
        "brand Haldiram",
        "product Haldi Milk Mix",
        "product Turmeric Powder",
        "product Summer Top",
        "product Mustard Oil",
      ],
    ],
    ["हल्दी", ["brand Haldiram", "product Haldi Milk Mix", "product Turmeric Powder", "product Mustard Oil"]],
    ["turmeri", ["product Turmeric Powder"]],
    ["turmeric", ["product Turmeric Powder"]],
    ["mustard o", ["product Mustard Oil"]],
    ["mustard", ["product Mustard Seeds", "product Mustard Oil"]],
    ["sarson ka t", ["product Mustard Oil"]],
    ["सरसों का", ["product Mustard Oil"]],
    [
      "spice",
      [
        "category Ground Spices",
        "product Mustard Seeds",
        "product Mustard Oil",
        "product Haldi Milk Mix",
        "product Turmeric Powder",
      ],
    ],
    ["mustrd", ["product Mustard Seeds", "product Mustard Oil"]],
    ["xyzzy", []],
    ["   ", []],
    ["%_'\\:*&|!()", []],
    ["😀", []],
  ])("what has been typed may become: %s", async (typed, expected) => {
    expect(await suggest(typed)).toEqual(expected)
  })

  test("nothing is suggested that may not be shown, or that has no products", async () => {
    const found = (await suggest("hal")).join()
    for (const hidden of ["Halwa", "Hals", "Halcyon", "Buried", "Unapproved", "Draft"])
      expect(found).not.toContain(hidden)
  })

  test("returns at most the requested number, of every kind", async () => {
    expect(await suggest("hal", "&limit=1")).toHaveLength(1)
    expect(await suggest("hal", "&limit=3")).toEqual(["category Halters", "brand Haldiram", "product Haldi Milk Mix"])
  })

  test.each([
    ["", "q"],
    ["?q=" + "a".repeat(121), "q"],
    ["?q=%00", "q"],
    ["?q=a&limit=0", "limit"],
    ["?q=a&limit=21", "limit"],
  ])("invalid parameters are a 422: %s", async (search, param) => {
    const { status, json } = await lane.request(`/v1/suggestions${search}`, { key })
    expect(status).toBe(422)
    expect(json.error.details.map((detail) => detail.param)).toEqual([param])
  })

  test("need a credential with the scope of the catalogue", async () => {
    expect((await lane.request("/v1/suggestions?q=a")).status).toBe(401)
    const other = await lane.marketplace.key(await lane.marketplace.account(), { scopes: ["profile.read"] })
    expect((await lane.request("/v1/suggestions?q=a", { key: other })).status).toBe(403)
  })

  test("the site's search box needs none, and has paths", async () => {
    const response = await fetch(`${lane.url}/api/suggestions?q=spice`)
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "public, max-age=60"])
    const body = (await response.json()) as { data: object[] }
    expect(body.data[0]).toEqual({
      type: "category",
      slug: "ground-spices",
      name: "Ground Spices",
      path: "/categories/ground-spices",
    })
    expect((await fetch(`${lane.url}/api/suggestions?q=${"a".repeat(121)}`)).status).toBe(422)
    expect((await fetch(`${lane.url}/api/suggestions`)).status).toBe(422)
  })
})
