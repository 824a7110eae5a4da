const { readFileSync, writeFileSync } = require("node:fs")
const { Modules } = require("@medusajs/framework/utils")
const {
  createApiKeysWorkflow,
  createCollectionsWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} = require("@medusajs/medusa/core-flows")

// medusa exec load.js FILE: loads the products of an export of ours (docs/import.md), and writes what a storefront needs to know into storefront.json.

const BATCH = 200

exports.default = async function load({ container, args: [file] }) {
  const records = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  const of = (wanted) => records.filter(({ kind }) => kind === wanted)
  const run = async (workflow, input) => (await workflow(container).run({ input })).result

  const [region] = await run(createRegionsWorkflow, {
    regions: [{ name: "India", currency_code: "inr", countries: ["in"] }],
  })
  const [channel] = await container.resolve(Modules.SALES_CHANNEL).listSalesChannels()
  const [key] = await run(createApiKeysWorkflow, {
    api_keys: [{ title: "bench", type: "publishable", created_by: "" }],
  })
  await run(linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] })

  const categories = new Map()
  for (const { slug, name, parent } of of("category")) {
    const [{ id }] = await run(createProductCategoriesWorkflow, {
      product_categories: [{ name, handle: slug, is_active: true, parent_category_id: categories.get(parent) ?? null }],
    })
    categories.set(slug, id)
  }
  const brands = await run(createCollectionsWorkflow, {
    collections: of("brand").map(({ slug, name }) => ({ handle: slug, title: name })),
  })
  const collections = new Map(brands.map(({ handle, id }) => [handle, id]))

  const products = of("product").map(
    ({ slug, name, short_description, description, category, brand, images, variants }) => ({
      handle: slug,
      title: name,
      subtitle: short_description,
      description,
      status: "published",
      thumbnail: images[0].path,
      images: images.map(({ path }) => ({ url: path })),
      category_ids: [categories.get(category)],
      collection_id: collections.get(brand),
      sales_channels: [{ id: channel.id }],
      options: [{ title: "Kind", values: variants.map((variant) => variant.name) }],
      variants: variants.map((variant) => ({
        title: variant.name,
        sku: variant.sku,
        manage_inventory: false,
        options: { Kind: variant.name },
        prices: [{ currency_code: "inr", amount: variant.price / 100 }],
      })),
    }),
  )
  for (let from = 0; from < products.length; from += BATCH)
    await run(createProductsWorkflow, { products: products.slice(from, from + BATCH) })
  writeFileSync("storefront.json", JSON.stringify({ key: key.token, region: region.id }))
}
