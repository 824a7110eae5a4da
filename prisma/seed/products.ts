import { productImagePath, type View } from "@/features/media/product-image-path"
import type { Glyph } from "@/features/media/glyphs/all"
import type { Colour } from "@/features/media/palette"
import { makeBundles } from "./bundles"
import type { BrandRecord, ImageRecord, LeafPlace, ProductRecord, VariantRecord } from "./catalogue"
import { COLOUR_SETS, type ColourName } from "./colours"
import type { Item, Trait } from "./departments/department"
import { describe, describeShortly, listOf } from "./descriptions"
import { drawLife, type Ids } from "./product-life"
import { drawDiscount, printedPrice, shelfPrice } from "./prices"
import type { Random } from "./random"
import { SIZES, type Scale } from "./sizes"
import { slugs } from "./slug"
import { STORES } from "./stores"
import { productNames } from "./translations/product-names"

const PRODUCTS_PER_LEAF = 31
const REGIONAL = /madhubani|makhana|mithila|sikki|godna|maithili|chhath/i
const MATERIAL =
  /\b(cotton|rayon|linen|khadi|leather|vegan|silk|denim|woollen|wool|canvas|brass|copper|steel|bamboo|cane|jute|glass|ceramic|terracotta|marble|wooden|wood|clay|paper|silver|grass|coir|coconut|almond|kansa|willow|metal|glazed)\b/i
const HAND = /hand|paint|print|embroider|mirror/i

// A leaf's glyph shows its typical product; these words in a name select another glyph.
const OWN_GLYPHS: readonly (readonly [RegExp, Glyph])[] = [
  [/\b(leather|futsal|foot|volley)\s?ball\b/i, "ball"],
  [/\b(mug|kulhad)\b/i, "cup"],
  [/\b(bottle|flask)\b/i, "bottle"],
  [/\b(cushion|pillow)\b/i, "cushion"],
  [/\b(tote|handbag)\b/i, "handbag"],
  [/\bmouse\b/i, "keyboard"],
  [/\b(ghee|pickle|honey)\b/i, "jar"],
  [/\bwall clock\b/i, "clock"],
  [/\b(serum|drops)\b/i, "dropper"],
  [/\bshampoo bar\b/i, "soap"],
  [/\b(kit|hamper|combo|gift)\b/i, "giftbox"],
  [/\btorch|lantern\b/i, "lamp"],
  [/\bquilt|duvet\b/i, "bed"],
  [/\bsaree\b/i, "saree"],
  [/\bdiary|journal|sketchbook\b/i, "notebook"],
]

/** Returns every product of the demo; the same for the same seed and `now`. */
export function makeProducts(
  leaves: readonly LeafPlace[],
  brands: readonly BrandRecord[],
  now: Date,
  random: Random,
): ProductRecord[] {
  const slug = slugs()
  const ids = { product: 0, image: 0, variant: 0 }
  const singles = leaves.flatMap((place) => {
    const own = random.fork(`leaf:${place.group.name}/${place.leaf.name}`)
    const wanted = Math.round(PRODUCTS_PER_LEAF * place.department.weight * (0.85 + own.next() * 0.3))
    const seen = new Set<string>()
    const made: ProductRecord[] = []
    for (let tries = 0; made.length < wanted && tries < wanted * 12; tries++) {
      const product = makeProduct(place, brands, now, own, seen, slug, ids)
      if (product) made.push(product)
    }
    return made
  })
  return [...singles, ...makeBundles(singles, now, random.fork("bundles"), slug, ids)]
}

function makeProduct(
  place: LeafPlace,
  brands: readonly BrandRecord[],
  now: Date,
  random: Random,
  seen: Set<string>,
  slug: (text: string) => string,
  ids: Ids,
): ProductRecord | null {
  const { department, group, leaf } = place
  const item = random.pick(leaf.items)
  const trait = random.pick(leaf.traits ?? group.traits)
  if (clash(trait, item)) return null
  const pattern = leaf.pattern ?? group.pattern ?? "made"
  const brand = random.chance(pattern === "device" ? 0 : (group.unbranded ?? 0))
    ? null
    : drawBrand(brands, [department.name, group.name], random)
  const series = `${random.pick(SERIES)} ${random.int(2, 9)}${random.pick(["", "", "", " Pro", " Lite", " Plus"])}`
  const scale = scaleOf(place)
  const colours = colourSetOf(place)
  const variable = random.chance(group.variable ?? 0) && ((scale?.steps.length ?? 0) > 1 || colours.length > 1)
  const shades = colours.length > 0 ? random.sample(colours, variable ? random.int(2, 4) : 1) : []
  const steps = scale ? chooseSteps(scale, variable, random) : []

  const oneSize = (!variable && scale?.named && steps[0]?.[0]) || null
  const oneShade = (!variable && pattern !== "device" && shades[0]?.[0]) || null
  const size = oneSize ? `, ${oneSize}` : ""
  const shade = oneShade ? ` in ${oneShade}` : ""
  const name = {
    made: `${brand ? `${brand.name} ` : ""}${trait.word} ${item.name}${shade}${size}`,
    craft: `${trait.word} ${item.name}${size}`,
    device: `${brand?.name} ${series} ${item.name} with ${trait.word}`,
    book: `${item.name} (${trait.word})`,
  }[pattern]
  const key = pattern === "device" || pattern === "made" ? name : `${brand?.name}/${name}`
  if (seen.has(key)) return null
  seen.add(key)

  const id = ++ids.product
  const storeId = drawStore(department.name, leaf.name, random)
  const origin = {
    place,
    item,
    trait,
    glyph: OWN_GLYPHS.find(([word]) => word.test(item.name))?.[1] ?? leaf.glyph,
    colour: shades[0]?.[1] ?? random.pick(leaf.colours),
    seed: random.int(0, 99),
  }
  const images = makeImages(name, origin, variable ? shades : [], random, ids)
  const level = item.rupees * (brand?.level ?? 0.92) * (TRAIT_LEVELS[trait.word] ?? 1) * (0.92 + random.next() * 0.22)
  const variants = makeVariants({
    id,
    storeId,
    name,
    level,
    variable,
    scale,
    shades,
    steps,
    images,
    random,
    ids,
    department: department.name,
  })
  const subject = {
    department: department.name,
    pattern,
    leaf,
    item,
    trait,
    brand: brand?.name ?? null,
    series,
    place: drawFrom(place, random),
    perks: leaf.perks ?? group.perks,
    care: leaf.care ?? group.care,
    choice: choiceSentence(variable, scale, shades, steps),
  }
  const life = drawLife(now, demandFor(item.rupees, leaf.name), random)
  return {
    id,
    storeId,
    categoryId: place.categoryId,
    brandId: brand?.id ?? null,
    slug: slug(pattern === "book" && brand ? `${name} ${brand.name}` : name),
    name,
    names: productNames({
      pattern,
      brand: brand?.name ?? null,
      series,
      item: item.name,
      trait: trait.word,
      colour: pattern === "made" ? oneShade : null,
      size: pattern === "made" || pattern === "craft" ? oneSize : null,
    }),
    type: variants.length > 1 ? "variable" : "simple",
    shortDescription: describeShortly(subject, random),
    description: describe(subject, random),
    gstPercent: leaf.gst ?? group.gst,
    ...life,
    images,
    variants,
    bundle: [],
    origin,
  }
}

// Price factors of words in a product's name.
const TRAIT_LEVELS: Record<string, number> = {
  "2 TB": 2.4,
  "1 TB": 1.6,
  "256 GB": 0.7,
  "2K Display": 1.15,
  "65 W Output": 1.3,
  "5G": 1.12,
  "Collector's Edition": 2.2,
  "Illustrated Edition": 1.35,
  "Large Print": 1.25,
  "Student Edition": 0.85,
  Hardcover: 1.6,
  Framed: 1.5,
  Large: 1.6,
  Inlaid: 1.3,
  "Artist-Signed": 1.25,
  "Natural Colour": 1.15,
  "Natural Dye": 1.2,
  Handwoven: 1.25,
  Bridal: 1.8,
  Leather: 1.4,
  "Zari Border": 1.3,
  Organic: 1.22,
  Jumbo: 1.25,
  Premium: 1.2,
  Heritage: 1.3,
  Aged: 1.2,
  "Single-Estate": 1.3,
  "Hand-Picked": 1.2,
  "Wild-Harvested": 1.25,
  "Pure Ghee": 1.3,
  Kumkumadi: 1.35,
  Oud: 1.6,
  Everyday: 0.9,
  Daily: 0.92,
  Kitchen: 0.9,
  Household: 0.9,
  Classroom: 0.85,
  Family: 1.1,
  Student: 0.75,
  Concert: 1.7,
  Pro: 1.7,
  Match: 1.25,
  Junior: 0.7,
  Practice: 0.9,
  Professional: 1.35,
  Brass: 1.4,
  Copper: 1.3,
  "German Silver": 1.3,
  Panchdhatu: 1.5,
  Terracotta: 0.7,
  "Sheesham Wood": 1.3,
  Merino: 1.5,
  Khadi: 1.15,
}

const SERIES = [
  "Nova",
  "Arka",
  "Mira",
  "Tej",
  "Vayu",
  "Surya",
  "Drift",
  "Pulse",
  "Aero",
  "Ila",
  "Rohini",
  "Dhruv",
  "Kiran",
  "Megha",
]

/** Whether two words describe the same property, as in "Cotton Silk Saree" or "Hand-Painted Printed Plate". */
function clash(trait: Trait, item: Item): boolean {
  if (MATERIAL.test(trait.word) && MATERIAL.test(item.name)) return true
  if (HAND.test(trait.word) && HAND.test(item.name)) return true
  const words = new Set(item.name.toLowerCase().split(/[^a-z]+/))
  return trait.word
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => word.length > 2 && words.has(word))
}

function drawBrand(brands: readonly BrandRecord[], ranges: readonly string[], random: Random): BrandRecord {
  return random.weighted(
    brands.flatMap((brand) =>
      brand.ranges.some((range) => ranges.includes(range))
        ? [[brand, ranges.includes(brand.ranges[0] ?? "") ? 4 : 2] as const]
        : [],
    ),
  )
}

function drawStore(department: string, leaf: string, random: Random): number {
  const regional = REGIONAL.test(leaf)
  const sellers = STORES.flatMap((store, i) => {
    const at = store.departments.indexOf(department)
    if (at < 0) return []
    const weight =
      (at === 0 ? 4 : 2) *
      (store.status === "approved" ? 1 : 0.4) *
      (regional && /846|847/.test(store.pincode.slice(0, 3)) ? 5 : 1)
    return [[i + 1, weight] as const]
  })
  return random.weighted(sellers)
}

function scaleOf({ leaf, group }: LeafPlace): Scale | null {
  const name = leaf.sizes ?? group.sizes
  return name ? SIZES[name] : null
}

function colourSetOf({ leaf, group }: LeafPlace): readonly ColourName[] {
  const name = leaf.colourSet ?? group.colours
  return name ? COLOUR_SETS[name] : []
}

function chooseSteps(scale: Scale, variable: boolean, random: Random): readonly (readonly [string, number])[] {
  if (scale.steps.length === 0) return []
  if (!variable) return [random.pick(scale.steps)]
  if (!scale.named) return scale.steps.length > 4 && random.chance(0.4) ? scale.steps.slice(0, -1) : scale.steps
  const from = random.int(0, Math.max(0, scale.steps.length - 3))
  return scale.steps.slice(from, from + random.int(2, 4))
}

function drawFrom({ leaf, group }: LeafPlace, random: Random): string | null {
  const from = leaf.from ?? group.from
  return from ? random.pick(from) : null
}

function choiceSentence(
  variable: boolean,
  scale: Scale | null,
  shades: readonly ColourName[],
  steps: readonly (readonly [string, number])[],
): string | null {
  if (!variable) return null
  const parts = []
  if (shades.length > 1) parts.push(listOf(shades.map(([shade]) => shade)))
  if (scale && steps.length > 1)
    parts.push(
      scale.named
        ? listOf(steps.map(([label]) => label))
        : `${scale.option.toLowerCase()}s ${steps[0]?.[0]} to ${steps.at(-1)?.[0]}`,
    )
  return parts.length > 0 ? `Comes in ${parts.join("; ")}.` : null
}

function makeImages(
  name: string,
  { glyph, colour, seed }: ProductRecord["origin"],
  shades: readonly ColourName[],
  random: Random,
  ids: Ids,
): ImageRecord[] {
  const images: ImageRecord[] = []
  const add = (drawn: Colour, view: View, alt: string): void => {
    images.push({
      id: ++ids.image,
      path: productImagePath({ glyph, colour: drawn, seed, view }),
      alt,
      position: images.length,
    })
  }
  if (shades.length > 1) for (const [shade, drawn] of shades) add(drawn, "front", `${name} in ${shade}`)
  else add(colour, "front", name)
  add(colour, "close", `${name}, seen from close by`)
  if (random.chance(0.75)) add(colour, "tilt", `${name}, seen from the side`)
  if (random.chance(0.45)) add(colour, "pair", `Two of ${name}`)
  return images
}

interface VariantPlan {
  id: number
  storeId: number
  name: string
  level: number
  variable: boolean
  scale: Scale | null
  shades: readonly ColourName[]
  steps: readonly (readonly [string, number])[]
  images: readonly ImageRecord[]
  department: string
  random: Random
  ids: Ids
}

function makeVariants({
  id,
  storeId,
  name,
  level,
  variable,
  scale,
  shades,
  steps,
  images,
  department,
  random,
  ids,
}: VariantPlan): VariantRecord[] {
  const discount = drawDiscount(random)
  const soldOut = random.chance(0.05)
  const byShade = variable && shades.length > 1 ? shades : [null]
  const bySize = scale && steps.length > 0 ? steps : ([["", 1]] as const)
  return byShade.flatMap((shade, i) =>
    bySize.map(([label, factor], j): VariantRecord => {
      const price = shelfPrice(level * factor)
      const options = [
        ...(shade ? [{ name: "Colour", value: shade[0] }] : []),
        ...(variable && scale && bySize.length > 1 ? [{ name: scale.option, value: label }] : []),
      ]
      const position = i * bySize.length + j
      const sku = `${department.slice(0, 3).toUpperCase()}${String(storeId).padStart(2, "0")}-${String(id).padStart(5, "0")}-${String(position + 1).padStart(2, "0")}`
      const stock =
        soldOut || random.chance(variable ? 0.12 : 0.04) ? 0 : Math.round(3 + Math.exp(random.normal() * 0.9 + 3.2))
      return {
        id: ++ids.variant,
        sku,
        name: options.map((option) => option.value).join(" / ") || name,
        price: price * 100,
        mrp: printedPrice(price, discount) * 100,
        stock,
        position,
        imageId: shade ? (images[i]?.id ?? null) : null,
        options,
      }
    }),
  )
}

/** Cheap products sell more often, and regional products of Mithila sell best. */
function demandFor(rupees: number, leaf: string): number {
  return Math.min(2.6, Math.max(0.25, (600 / rupees) ** 0.45)) * (REGIONAL.test(leaf) ? 2.2 : 1)
}
