import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import type { Facets } from "@/trpc/product-meta"

const ALL = "category,brand,price,seller,in_stock"

describe.each(LANES)("facets of the catalogue, on the %s lane", (name) => {
  let lane: Lane
  let key: TestKey

  beforeAll(async () => {
    lane = await Lane.open(name)
    const { marketplace } = lane
    key = await marketplace.key(await marketplace.account())
    const mithila = await marketplace.store("Mithila Haat")
    const kosi = await marketplace.store("Kosi Bazaar")
    const grocery = await marketplace.category("Grocery")
    const rice = await marketplace.category("Rice", { parent: grocery })
    const spices = await marketplace.category("Spices", { parent: grocery })
    const fashion = await marketplace.category("Fashion")
    const sarees = await marketplace.category("Sarees", { parent: fashion })
    const farms = await marketplace.brand("Kosi Farms")
    const annapurna = await marketplace.brand("Annapurna")
    await marketplace.product({ name: "Basmati Rice", store: mithila, category: rice, brand: farms, price: 24_999 })
    await marketplace.product({ name: "Brown Rice", store: kosi, category: rice, brand: farms, price: 25_000 })
    await marketplace.product({ name: "Puffed Rice", store: kosi, category: rice, brand: annapurna, price: 9_999 })
    await marketplace.product({ name: "Turmeric", store: mithila, category: spices, brand: annapurna, stock: 0 })
    await marketplace.product({ name: "Madhubani Saree", store: mithila, category: sarees, price: 12_000_000 })
    await marketplace.product({ name: "Rice Sieve", store: mithila, price: 50_000 })
    for (let number = 1; number <= 22; number++)
      await marketplace.product({
        name: `Attar ${number}`,
        store: kosi,
        brand: await marketplace.brand(`Perfumer ${number}`),
        price: 200_000,
      })
  })
  afterAll(() => lane.close())

  const read = async (search: string): Promise<{ total: number; facets: Facets }> => {
    const { meta } = (await lane.request(`/v1/products?${search}`, { key })).json
    return meta as unknown as { total: number; facets: Facets }
  }
  const categoriesOf = async (search: string): Promise<[string, number][]> =>
    ((await read(`facets=category&${search}`)).facets.category?.values ?? []).map(({ slug, count }) => [slug, count])
  const brandsOf = async (search: string): Promise<[string, number][]> =>
    ((await read(`facets=brand&${search}`)).facets.brand?.values ?? []).map(({ slug, count }) => [slug, count])

  test("counts the listed products", async () => {
    const { total, facets } = await read(`q=rice&facets=${ALL}`)
    expect(total).toBe(4)
    expect(facets).toEqual({
      category: {
        values: [
          { id: expect.any(Number) as number, slug: "grocery", name: "Grocery", parent_id: null, count: 3 },
          {
            id: expect.any(Number) as number,
            slug: "rice",
            name: "Rice",
            parent_id: expect.any(Number) as number,
            count: 3,
          },
        ],
        truncated: false,
      },
      brand: {
        values: [
          { slug: "kosi-farms", name: "Kosi Farms", count: 2 },
          { slug: "annapurna", name: "Annapurna", count: 1 },
        ],
        truncated: false,
      },
      price: {
        values: [
          { min_price: null, max_price: 9_999, count: 1 },
          { min_price: 10_000, max_price: 24_999, count: 1 },
          { min_price: 25_000, max_price: 49_999, count: 1 },
          { min_price: 50_000, max_price: 99_999, count: 1 },
        ],
        truncated: false,
      },
      seller: {
        values: [
          { store: "mithila-haat", name: "Mithila Haat", count: 2 },
          { store: "kosi-bazaar", name: "Kosi Bazaar", count: 2 },
        ],
        truncated: false,
      },
      in_stock: { values: [{ value: true, count: 4 }], truncated: false },
    })
  })

  test("are returned only if requested, and only the requested ones", async () => {
    expect((await lane.request("/v1/products", { key })).json.meta).not.toHaveProperty("facets")
    expect(Object.keys((await read("facets=in_stock,brand,brand")).facets)).toEqual(["brand", "in_stock"])
  })

  test("the highest price has no upper limit", async () => {
    expect((await read("category=fashion&facets=price")).facets.price?.values).toEqual([
      { min_price: 10_000_000, max_price: null, count: 1 },
    ])
  })

  test("each is counted without its own filter, with the others", async () => {
    expect(await brandsOf("q=rice&brand=annapurna")).toEqual([
      ["kosi-farms", 2],
      ["annapurna", 1],
    ])
    expect(await brandsOf("q=rice&brand=annapurna&seller=mithila-haat")).toEqual([
      ["kosi-farms", 1],
      ["annapurna", 0],
    ])
    const { total, facets } = await read("q=rice&brand=annapurna&max_price=9999&facets=price,seller,in_stock")
    expect(total).toBe(1)
    expect(facets.price?.values).toEqual([{ min_price: null, max_price: 9_999, count: 1 }])
    expect(facets.seller?.values).toEqual([{ store: "kosi-bazaar", name: "Kosi Bazaar", count: 1 }])
    const stock = await read("in_stock=true&category=spices&facets=in_stock")
    expect(stock.total).toBe(0)
    expect(stock.facets.in_stock?.values).toEqual([{ value: false, count: 1 }])
  })

  test("a price in the words of the query is no filter that can be chosen otherwise", async () => {
    const { facets } = await read(`q=${encodeURIComponent("rice under 250")}&max_price=9999&facets=price`)
    expect(facets.price?.values).toEqual([
      { min_price: null, max_price: 9_999, count: 1 },
      { min_price: 10_000, max_price: 24_999, count: 1 },
      { min_price: 25_000, max_price: 49_999, count: 1 },
    ])
  })

  test("categories lead from the top to the children of the chosen one", async () => {
    expect(await categoriesOf("")).toEqual([
      ["grocery", 4],
      ["fashion", 1],
    ])
    expect(await categoriesOf("category=grocery")).toEqual([
      ["grocery", 4],
      ["fashion", 1],
      ["rice", 3],
      ["spices", 1],
    ])
    expect(await categoriesOf("category=spices&seller=kosi-bazaar")).toEqual([
      ["grocery", 2],
      ["rice", 2],
      ["spices", 0],
    ])
  })

  test("the values with most products are listed, and the chosen one", async () => {
    const { facets } = await read("facets=brand")
    expect(facets.brand).toMatchObject({ truncated: true })
    expect(facets.brand?.values).toHaveLength(20)
    expect(facets.brand?.values[0]).toMatchObject({ slug: "annapurna", count: 2 })
    const selected = (await brandsOf("brand=perfumer-9")).at(-1)
    expect(selected).toEqual(["perfumer-9", 1])
  })

  test("products that match most of the words are counted where they are listed", async () => {
    const { total, facets } = await read(`q=${encodeURIComponent("imported rice")}&facets=brand`)
    expect(total).toBe(4)
    expect(facets.brand?.values.map(({ count }) => count)).toEqual([2, 1])
    const newest = await read(`q=${encodeURIComponent("imported rice")}&sort=newest&facets=brand`)
    expect(newest).toMatchObject({ total: 0, facets: { brand: { values: [], truncated: false } } })
    expect(await read("q=tractor&facets=category,in_stock")).toMatchObject({
      total: 0,
      facets: { category: { values: [] }, in_stock: { values: [] } },
    })
  })

  test.each(["facets=", "facets=colour", "facets=brand,colour", "facets=brand,", "facets=brand%20"])(
    "an unknown facet is a 422: %s",
    async (search) => {
      const { status, json } = await lane.request(`/v1/products?${search}`, { key })
      expect(status).toBe(422)
      expect(json.error.details).toEqual([
        {
          param: "facets",
          code: "invalid_format",
          message: "Must be a comma-separated list of category, brand, price, seller, in_stock",
        },
      ])
    },
  )

  test("a brand is a filter, with pages and links like the others", async () => {
    const { json, headers } = await lane.request("/v1/products?brand=kosi-farms&per_page=1&facets=brand", { key })
    expect(json.meta).toMatchObject({ total: 2, last_page: 2 })
    expect(json.data.map((product) => product.brand)).toEqual([{ slug: "kosi-farms", name: "Kosi Farms" }])
    expect(json.links.next).toBe(`${lane.url}/v1/products?brand=kosi-farms&per_page=1&facets=brand&page=2`)
    const etag = headers.get("etag") ?? ""
    const again = await lane.request("/v1/products?brand=kosi-farms&per_page=1&facets=brand", {
      key,
      headers: { "if-none-match": etag },
    })
    expect(again.status).toBe(304)
    for (const brand of ["nothing", "%00", "%27", "KOSI-FARMS"])
      expect([brand, (await lane.request(`/v1/products?brand=${brand}`, { key })).status]).toEqual([brand, 404])
  })

  test("follow a change of a product's brand and category", async () => {
    const { marketplace } = lane
    await marketplace.rows(
      "UPDATE product SET brand_id = (SELECT id FROM brand WHERE slug = 'annapurna') WHERE slug = 'brown-rice'",
    )
    expect((await lane.request("/v1/products?brand=annapurna&category=rice", { key })).json.data).toHaveLength(2)
    await marketplace.rows("UPDATE brand SET slug = 'annapurna-foods' WHERE slug = 'annapurna'")
    expect((await lane.request("/v1/products?brand=annapurna-foods&q=brown", { key })).json.data).toHaveLength(1)
  })
})
