import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Product, ProductDetail } from "@/features/products/schema"
import { Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

describe.each(LANES)("the catalogue, on the %s lane", (name) => {
  let lane: Lane
  let key: TestKey
  let store: number
  const names = async (search: string): Promise<unknown[]> =>
    (await lane.request(`/v1/products?${search}`, { key })).json.data.map((product) => product.name)

  beforeAll(async () => {
    lane = await Lane.open(name)
    const { marketplace } = lane
    key = await marketplace.key(await marketplace.account())
    store = await marketplace.store("Mithila Haat")
    const pending = await marketplace.store("Naya Dukan", { status: "pending" })
    const grocery = await marketplace.category("Grocery", { position: 2 })
    const snacks = await marketplace.category("Snacks", { parent: grocery })
    const makhana = await marketplace.category("Fox nuts", { parent: snacks })
    const fashion = await marketplace.category("Fashion", { position: 1 })
    const sarees = await marketplace.category("Sarees", { parent: fashion })
    const hidden = await marketplace.category("Hidden", { active: false })
    const below = await marketplace.category("Below hidden", { parent: hidden })
    const brand = await marketplace.brand("Kosi Farms")
    await marketplace.product({
      name: "Phool Makhana",
      store,
      category: makhana,
      brand,
      price: 29_900,
      mrp: 34_900,
      popularity: 50,
      rating: 4.5,
      description: "Hand-popped over a wood fire.",
      publishedAt: "2026-03-01T00:00:00Z",
    })
    await marketplace.product({
      name: "Crème Brûlée Mix",
      store,
      category: snacks,
      price: 19_900,
      mrp: 39_900,
      popularity: 10,
      rating: 3.9,
      publishedAt: "2026-04-01T00:00:00Z",
    })
    await marketplace.product({
      name: "Madhubani Saree",
      store,
      category: sarees,
      price: 249_900,
      mrp: 299_900,
      popularity: 90,
      rating: 4.9,
      stock: 0,
      publishedAt: "2026-02-01T00:00:00Z",
    })
    await marketplace.product({
      name: "Sattu",
      store,
      category: grocery,
      brand,
      price: 9_900,
      popularity: 70,
      rating: 4.1,
      description: "Roasted gram flour; goes well with makhana.",
      publishedAt: "2026-01-01T00:00:00Z",
    })
    await marketplace.product({
      name: "दाल मखनी",
      slug: "dal-makhani",
      store,
      category: grocery,
      price: 12_000,
      popularity: 5,
      publishedAt: "2025-12-01T00:00:00Z",
    })
    await marketplace.product({ name: "Unapproved Makhana", store: pending, category: makhana })
    await marketplace.product({ name: "Draft Makhana", store, category: makhana, status: "draft" })
    await marketplace.product({ name: "Archived Makhana", store, category: makhana, status: "archived" })
    await marketplace.product({ name: "Buried Makhana", store, category: below })
  })
  afterAll(() => lane.close())

  test("shows every field of a product, and no hidden products", async () => {
    const { json } = await lane.request("/v1/products", { key })
    expect(json.meta.total).toBe(5)
    expect(json.data.find((product) => product.slug === "phool-makhana")).toEqual({
      id: expect.any(Number) as number,
      slug: "phool-makhana",
      name: "Phool Makhana",
      type: "simple",
      short_description: null,
      currency: "INR",
      price: 29_900,
      mrp: 34_900,
      discount_percent: 14,
      in_stock: true,
      rating: { average: 4.5, count: 10 },
      category: { id: expect.any(Number) as number, slug: "fox-nuts", name: "Fox nuts" },
      brand: { slug: "kosi-farms", name: "Kosi Farms" },
      seller: { store: "mithila-haat", name: "Mithila Haat", is_official: false },
      image: `${lane.url}/media/products/none.svg`,
      url: `${lane.url}/products/phool-makhana`,
      published_at: "2026-03-01T00:00:00.000Z",
    })
    for (const slug of ["unapproved-makhana", "draft-makhana", "archived-makhana", "buried-makhana"]) {
      expect([slug, (await lane.request(`/v1/products/${slug}`, { key })).status]).toEqual([slug, 404])
    }
  })

  test.each([
    ["", ["Madhubani Saree", "Sattu", "Phool Makhana", "Crème Brûlée Mix", "दाल मखनी"]],
    ["sort=popular", ["Madhubani Saree", "Sattu", "Phool Makhana", "Crème Brûlée Mix", "दाल मखनी"]],
    ["sort=relevance", ["Madhubani Saree", "Sattu", "Phool Makhana", "Crème Brûlée Mix", "दाल मखनी"]],
    ["sort=newest", ["Crème Brûlée Mix", "Phool Makhana", "Madhubani Saree", "Sattu", "दाल मखनी"]],
    ["sort=price_asc", ["Sattu", "दाल मखनी", "Crème Brûlée Mix", "Phool Makhana", "Madhubani Saree"]],
    ["sort=price_desc", ["Madhubani Saree", "Phool Makhana", "Crème Brûlée Mix", "दाल मखनी", "Sattu"]],
    ["sort=rating", ["Madhubani Saree", "Phool Makhana", "Sattu", "Crème Brûlée Mix", "दाल मखनी"]],
    ["sort=discount", ["Crème Brûlée Mix", "Madhubani Saree", "Phool Makhana", "Sattu", "दाल मखनी"]],
  ])("sorts: %s", async (search, expected) => {
    expect(await names(search)).toEqual(expected)
  })

  test.each([
    ["category=grocery", ["Sattu", "Phool Makhana", "Crème Brûlée Mix", "दाल मखनी"]],
    ["category=fox-nuts", ["Phool Makhana"]],
    ["seller=mithila-haat&category=fashion", ["Madhubani Saree"]],
    ["in_stock=true", ["Sattu", "Phool Makhana", "Crème Brûlée Mix", "दाल मखनी"]],
    ["in_stock=false", ["Madhubani Saree", "Sattu", "Phool Makhana", "Crème Brûlée Mix", "दाल मखनी"]],
    ["min_price=19900&max_price=29900", ["Phool Makhana", "Crème Brûlée Mix"]],
    ["q=makhana&max_price=10000", ["Sattu"]],
  ])("filters: %s", async (search, expected) => {
    expect(await names(search)).toEqual(expected)
  })

  test.each([
    ["makhana", ["Phool Makhana", "Sattu"]],
    ["MAKHANA", ["Phool Makhana", "Sattu"]],
    ["makha", ["Phool Makhana", "Sattu"]],
    ["mkhana", ["Phool Makhana", "Sattu"]],
    ["makhaana phool", ["Phool Makhana"]],
    ["creme brulee", ["Crème Brûlée Mix"]],
    ["CRÈME", ["Crème Brûlée Mix"]],
    ["sarees", ["Madhubani Saree"]],
    ["sari", ["Madhubani Saree"]],
    ["kosi", ["Sattu", "Phool Makhana"]],
    ["fox nuts", ["Phool Makhana", "Sattu"]],
    ["popped fire", ["Phool Makhana"]],
    ["दाल", ["दाल मखनी"]],
    ["makhana; drop table", ["Phool Makhana"]],
    ["zzqqxx", []],
  ])("finds: %s", async (words, expected) => {
    expect(await names(`q=${encodeURIComponent(words)}`)).toEqual(expected)
  })

  test.each([
    ["मखाना", ["Phool Makhana", "Sattu"]],
    ["मखान", ["Phool Makhana", "Sattu"]],
    ["makhaan", ["Phool Makhana", "Sattu"]],
    ["फूल मखाना", ["Phool Makhana"]],
    ["fool makhana", ["Phool Makhana"]],
    ["साड़ी", ["Madhubani Saree"]],
    ["saari", ["Madhubani Saree"]],
    ["madhubani साड़ी", ["Madhubani Saree"]],
    ["dal makhni", ["दाल मखनी"]],
  ])("finds other spellings, in Devanagari and Latin script: %s", async (words, expected) => {
    expect(await names(`q=${encodeURIComponent(words)}`)).toEqual(expected)
  })

  test("reads prices and sizes from a query", async () => {
    const search = async (q: string) => {
      const { data, meta } = (await lane.request(`/v1/products?q=${encodeURIComponent(q)}`, { key })).json
      return { found: data.map(({ name }) => name), meta: meta as unknown as { total: number; search: object } }
    }
    const cheap = await search("makhana under 100")
    expect(cheap.found).toEqual(["Sattu"])
    expect(cheap.meta).toMatchObject({
      total: 1,
      search: {
        corrected_query: null,
        interpreted: { words: ["makhana"], min_price: null, max_price: 10_000, sizes: [] },
      },
    })
    expect((await search("१०० से कम मखाना")).found).toEqual(["Sattu"])
    expect((await search("makhana 5 kg")).meta).toMatchObject({
      total: 2,
      search: { interpreted: { sizes: ["5 kg"] } },
    })
    expect((await search("mkhana")).meta.search).toMatchObject({ corrected_query: "makhana" })
    expect((await lane.request("/v1/products", { key })).json.meta).not.toHaveProperty("search")
  })

  test("finds products that match most words of a query if none match all of them", async () => {
    expect(await names("q=phool%20sattu")).toEqual(["Sattu"])
    expect(await names("q=imported%20makhana")).toEqual(["Phool Makhana"])
    expect(await names("q=imported%20makhana&sort=newest")).toEqual([])
    expect(await names("q=makhana%20tractor")).toEqual([])
    expect(await names("q=tractor")).toEqual([])
    expect(await names("q=washing%20machine")).toEqual([])
  })

  test.each([
    "category=nothing",
    "seller=nothing",
    "seller=naya-dukan",
    "category=hidden",
    "category=below-hidden",
    "category=%00",
    "seller=%27",
  ])("a filter by an unknown or hidden category or store is a 404: %s", async (search) => {
    const response = await lane.request(`/v1/products?${search}`, { key })
    expect([response.status, response.json.error.code]).toEqual([404, "not_found"])
  })

  test("a change of a product, its stock or its store is visible immediately", async () => {
    const { marketplace } = lane
    const id = await marketplace.product({ name: "Tilkut", store, price: 5_000, mrp: 8_000 })
    const read = async () => (await lane.request("/v1/products/tilkut", { key })).json.data
    await marketplace.rows("UPDATE product_variant SET stock = 0 WHERE product_id = $1", [id])
    expect((await read()).in_stock).toBe(false)
    await marketplace.rows("UPDATE product_variant SET price = 4000 WHERE product_id = $1", [id])
    expect(await read()).toMatchObject({ price: 4_000, discount_percent: 50 })
    await marketplace.rows("UPDATE store SET name = 'Mithila Bazaar' WHERE id = $1", [store])
    expect((await read()).seller).toMatchObject({ name: "Mithila Bazaar" })
    await marketplace.rows("UPDATE store SET name = 'Mithila Haat', status = 'suspended' WHERE id = $1", [store])
    expect((await lane.request("/v1/products/tilkut", { key })).status).toBe(404)
    await marketplace.rows("UPDATE store SET status = 'approved' WHERE id = $1", [store])
    await marketplace.rows("UPDATE product SET status = 'archived' WHERE id = $1", [id])
    expect((await lane.request("/v1/products/tilkut", { key })).status).toBe(404)
  })

  test("a product's JSON has the documented fields in their order, without whitespace", async () => {
    const [page, one] = [
      await lane.request("/v1/products", { key }),
      await lane.request("/v1/products/phool-makhana", { key }),
    ]
    // PostgreSQL writes a rating of 4 as 4.0.
    for (const { text, json } of [page, one])
      expect(text.replace(/("average":\d)\.0\b/g, "$1")).toBe(JSON.stringify(json))
    for (const product of page.json.data) expect(JSON.stringify(Product.parse(product))).toBe(JSON.stringify(product))
    expect(JSON.stringify(ProductDetail.parse(one.json.data))).toBe(JSON.stringify(one.json.data))
  })

  test("a single product has its options, images and variants", async () => {
    const { marketplace } = lane
    const id = await marketplace.product({ name: "Kurta", store, price: 79_900, mrp: 99_900, stock: 0 })
    const [image] = await marketplace.rows<{ id: number }>("SELECT id FROM product_image WHERE product_id = $1", [id])
    const [option] = await marketplace.rows<{ id: number }>(
      "INSERT INTO product_option (product_id, name) VALUES ($1, 'Size') RETURNING id",
      [id],
    )
    const [value] = await marketplace.rows<{ id: number }>(
      "INSERT INTO product_option_value (option_id, value) VALUES ($1, 'M') RETURNING id",
      [option?.id],
    )
    const [variant] = await marketplace.rows<{ id: number }>(
      "INSERT INTO product_variant (product_id, sku, name, price, mrp, stock, position, image_id) VALUES ($1, 'KURTA-M', 'Kurta, M', 89900, 99900, 3, 1, $2) RETURNING id",
      [id, image?.id],
    )
    await marketplace.rows("INSERT INTO variant_option_value (variant_id, option_value_id) VALUES ($1, $2)", [
      variant?.id,
      value?.id,
    ])
    const { data } = (await lane.request("/v1/products/kurta", { key })).json
    // The cheaper variant is out of stock, so the price is that of the available one.
    expect(data).toMatchObject({ price: 89_900, in_stock: true, options: [{ name: "Size", values: ["M"] }] })
    expect(data.images).toEqual([
      {
        id: image?.id,
        url: `${lane.url}/media/products/none.svg`,
        alt: "Kurta",
        position: 0,
        width: 800,
        height: 800,
        variant_ids: [variant?.id],
      },
    ])
    expect(data.variants).toMatchObject([
      { sku: `SKU-${id}`, in_stock: false, image_id: null, options: [] },
      {
        sku: "KURTA-M",
        price: 89_900,
        discount_percent: 10,
        in_stock: true,
        image_id: image?.id,
        options: [{ name: "Size", value: "M" }],
      },
    ])
    await marketplace.rows("UPDATE product SET status = 'archived' WHERE id = $1", [id])
  })

  test("categories are listed parents first, without hidden ones", async () => {
    const all = await lane.request("/v1/categories", { key })
    expect(all.json.data.map(({ slug, depth }) => [slug, depth])).toEqual([
      ["fashion", 0],
      ["grocery", 0],
      ["snacks", 1],
      ["sarees", 1],
      ["fox-nuts", 2],
    ])
    expect(all.json.meta).toMatchObject({ per_page: 100, total: 5 })
    const grocery = all.json.data.find(({ slug }) => slug === "grocery")
    expect(grocery).toMatchObject({
      parent_id: null,
      position: 2,
      is_featured: false,
      url: `${lane.url}/categories/grocery`,
    })
    expect((await lane.request("/v1/categories?parent=root", { key })).json.data.map(({ slug }) => slug)).toEqual([
      "fashion",
      "grocery",
    ])
    const snacks = await lane.request("/v1/categories?parent=grocery", { key })
    expect(snacks.json.data.map(({ slug, parent_id }) => [slug, parent_id])).toEqual([["snacks", grocery?.id]])
    expect((await lane.request("/v1/categories?parent=fox-nuts", { key })).json.data).toEqual([])
    for (const parent of ["nothing", "hidden", "", "%00", "ROOT"]) {
      expect([parent, (await lane.request(`/v1/categories?parent=${parent}`, { key })).status]).toEqual([parent, 422])
    }
  })
})
