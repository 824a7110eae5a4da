import { productImagePath } from "@/features/media/product-image-path"
import type { ProductRecord } from "./catalogue"
import { listOf } from "./descriptions"
import { shelfPrice } from "./prices"
import { drawLife, type Ids } from "./product-life"
import type { Random } from "./random"

const NAMES = ["Combo", "Family Pack", "Gift Set", "Starter Set"]
const PER_GROUP = 5
// Categories whose products are not bought together.
const NEVER = new Set(["Furniture & Décor", "Outdoor & Cycling", "Music & Instruments", "Tools & Home Care"])

/** Returns bundles of two to four products of one store and group, cheaper than their separate prices. */
export function makeBundles(
  singles: readonly ProductRecord[],
  now: Date,
  random: Random,
  slug: (text: string) => string,
  ids: Ids,
): ProductRecord[] {
  const shelves = new Map<string, ProductRecord[]>()
  for (const product of singles) {
    const { group } = product.origin.place
    if (product.status !== "active" || group.pattern === "device" || NEVER.has(group.name)) continue
    const key = `${group.name}/${product.storeId}`
    shelves.set(key, [...(shelves.get(key) ?? []), product])
  }
  const made = new Map<string, number>()
  const bundles: ProductRecord[] = []
  for (const [key, shelf] of shelves) {
    const groupName = key.slice(0, key.lastIndexOf("/"))
    const parts = differentItems(random.sample(shelf, 12), random.int(2, 4))
    if (parts.length < 2 || (made.get(groupName) ?? 0) >= PER_GROUP) continue
    made.set(groupName, (made.get(groupName) ?? 0) + 1)
    bundles.push(makeBundle(parts, now, random, slug, ids))
  }
  return bundles
}

function differentItems(products: readonly ProductRecord[], count: number): ProductRecord[] {
  const seen = new Set<string>()
  return products.filter(({ origin }) => !seen.has(origin.item.name) && seen.add(origin.item.name)).slice(0, count)
}

function makeBundle(
  parts: readonly ProductRecord[],
  now: Date,
  random: Random,
  slug: (text: string) => string,
  ids: Ids,
): ProductRecord {
  const [first] = parts
  const chosen = parts
    .map((part) => part.variants.find((variant) => variant.stock > 0) ?? part.variants[0])
    .filter((variant) => variant !== undefined)
  if (!first) throw new RangeError("a bundle has parts")
  const id = ++ids.product
  const kind = random.pick(NAMES)
  const items = parts.map((part) => part.origin.item.name)
  const name = `${listOf(items)} ${kind}`
  const apart = chosen.reduce((sum, variant) => sum + variant.price, 0)
  const mrp = chosen.reduce((sum, variant) => sum + variant.mrp, 0)
  const price = Math.min(mrp, shelfPrice((apart / 100) * (0.8 + random.next() * 0.12)) * 100)
  const images = [
    { path: productImagePath({ ...first.origin, view: "pair" }), alt: name },
    ...parts.map(({ origin, name: partName }) => ({
      path: productImagePath({ ...origin, view: "front" }),
      alt: partName,
    })),
  ].map((image, position) => ({ ...image, position, id: ++ids.image }))
  const life = drawLife(now, 0.8, random)
  return {
    id,
    storeId: first.storeId,
    categoryId: first.categoryId,
    brandId: null,
    slug: slug(name),
    name,
    names: null,
    type: "bundle",
    shortDescription: `${listOf(items)} together, for less than they cost apart`.slice(0, 160),
    description: `Bought together, these ${parts.length} cost less than one by one: ${listOf(parts.map((part) => part.name))}. ${first.origin.trait.sentence}\n\nPacked in one box by the same store, so they arrive together. ${random.pick(first.origin.place.group.care)}`,
    gstPercent: Math.max(...parts.map((part) => part.gstPercent)),
    ...life,
    images,
    variants: [
      {
        id: ++ids.variant,
        sku: `SET${String(first.storeId).padStart(2, "0")}-${String(id).padStart(5, "0")}-01`,
        name,
        price,
        mrp,
        stock: Math.min(...chosen.map((variant) => variant.stock)),
        position: 0,
        imageId: null,
        options: [],
      },
    ],
    bundle: chosen.map((variant) => ({ variantId: variant.id, quantity: 1 })),
    origin: first.origin,
  }
}
