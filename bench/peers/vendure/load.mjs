import { readFileSync } from "node:fs"
import {
  Asset,
  bootstrap,
  ChannelService,
  DefaultSearchPlugin,
  FacetService,
  FacetValueService,
  FastImporterService,
  LanguageCode,
  Populator,
  RequestContextService,
  TaxCategoryService,
  TransactionalConnection,
} from "@vendure/core"
import { loading } from "./config.mjs"

// node load.mjs FILE: creates the schema in an empty database and imports the products of our export (docs/import.md).

const CONCURRENCY = 10
const records = readFileSync(process.argv[2], "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
const products = records.filter(({ kind }) => kind === "product")
const languageCode = LanguageCode.en
// With the search plugin, each product's stock would become a job of its own; index.mjs builds the whole index in one
// run.
const app = await bootstrap({ ...loading, plugins: loading.plugins.filter((plugin) => plugin !== DefaultSearchPlugin) })
await app.get(Populator).populateInitialData({
  defaultLanguage: languageCode,
  defaultZone: "Asia",
  countries: [{ code: "IN", name: "India", zone: "Asia" }],
  taxRates: [{ name: "GST", percentage: 18 }],
  shippingMethods: [],
  paymentMethods: [],
  collections: [],
})
const ctx = await app.get(RequestContextService).create({ apiType: "admin", languageCode })
const { defaultTaxZone } = await app.get(ChannelService).getDefaultChannel(ctx)
await app.get(ChannelService).update(ctx, {
  id: ctx.channelId,
  pricesIncludeTax: true,
  defaultTaxZoneId: defaultTaxZone.id,
  availableCurrencyCodes: ["INR"],
  defaultCurrencyCode: "INR",
})

const [{ id: taxCategoryId }] = (await app.get(TaxCategoryService).findAll(ctx)).items
const categories = await facet("category")
const brands = await facet("brand")
const assets = app.get(TransactionalConnection).getRepository(ctx, Asset)
const importer = app.get(FastImporterService)
await importer.initialize(ctx.channel)
for (let from = 0; from < products.length; from += CONCURRENCY)
  await Promise.all(products.slice(from, from + CONCURRENCY).map(load))
process.exit(0)

async function load({ slug, name, description, category, brand, images, variants }) {
  const [{ path, alt, width, height }] = images
  const [{ sku, price, stock }] = variants
  const { id: featuredAssetId } = await assets.save(
    new Asset({
      name: alt,
      type: "IMAGE",
      mimeType: "image/svg+xml",
      fileSize: 1,
      width,
      height,
      source: path,
      preview: path,
      channels: [ctx.channel],
    }),
  )
  const assetIds = [featuredAssetId]
  const productId = await importer.createProduct({
    featuredAssetId,
    assetIds,
    facetValueIds: [categories.get(category), brands.get(brand)],
    translations: [{ languageCode, name, slug, description }],
  })
  await importer.createProductVariant({
    productId,
    featuredAssetId,
    assetIds,
    sku,
    price,
    stockOnHand: stock,
    taxCategoryId,
    translations: [{ languageCode, name }],
  })
}

/** The ids of the values of a facet, by slug: one value for each record of the kind. */
async function facet(kind) {
  const created = await app
    .get(FacetService)
    .create(ctx, { code: kind, isPrivate: false, translations: [{ languageCode, name: kind }] })
  const ids = new Map()
  for (const { slug, name } of records.filter((record) => record.kind === kind)) {
    ids.set(
      slug,
      (
        await app
          .get(FacetValueService)
          .create(ctx, created, { facetId: created.id, code: slug, translations: [{ languageCode, name }] })
      ).id,
    )
  }
  return ids
}
