import type { Glyph } from "@/features/media/glyphs/all"
import type { Colour } from "@/features/media/palette"
import type { Department, Group, Item, Leaf, Trait } from "./departments/department"
import { BRANDS, type BrandData } from "./brands"
import { slugs } from "./slug"
import { TAXONOMY } from "./taxonomy"
import { categoryNames } from "./translations/product-names"
import type { Translated } from "./translations/read-translations"

export interface CategoryRecord {
  id: number
  parentId: number | null
  slug: string
  name: string
  names: Translated
  position: number
  isFeatured: boolean
  active: boolean
}

export interface BrandRecord extends BrandData {
  id: number
  slug: string
}

/** A leaf category with its ancestors. */
export interface LeafPlace {
  categoryId: number
  department: Department
  group: Group
  leaf: Leaf
}

export type ProductType = "simple" | "variable" | "bundle"
export type ProductStatus = "draft" | "active" | "archived"

export interface ImageRecord {
  id: number
  path: string
  alt: string
  position: number
}

export interface VariantRecord {
  id: number
  sku: string
  name: string
  /** Paise. */
  price: number
  mrp: number
  stock: number
  position: number
  imageId: number | null
  options: readonly { name: string; value: string }[]
}

export interface ProductRecord {
  id: number
  storeId: number
  categoryId: number
  brandId: number | null
  slug: string
  name: string
  /** Null if its name has a part without a translation. */
  names: Translated | null
  type: ProductType
  status: ProductStatus
  shortDescription: string
  description: string
  gstPercent: number
  ratingAverage: number
  ratingCount: number
  popularity: number
  publishedAt: Date | null
  createdAt: Date
  updatedAt: Date
  images: ImageRecord[]
  variants: VariantRecord[]
  bundle: { variantId: number; quantity: number }[]
  /** The data it was generated from, for bundles and orders. */
  origin: { place: LeafPlace; item: Item; trait: Trait; glyph: Glyph; colour: Colour; seed: number }
}

export interface Tree {
  categories: CategoryRecord[]
  leaves: LeafPlace[]
}

/** Ids follow the order of the tree: parents before children. */
export function buildTree(): Tree {
  const slug = slugs()
  const categories: CategoryRecord[] = []
  const leaves: LeafPlace[] = []
  const add = (parentId: number | null, name: string, position: number, isFeatured: boolean): number => {
    const id = categories.length + 1
    categories.push({
      id,
      parentId,
      slug: slug(name),
      name,
      names: categoryNames(name),
      position,
      isFeatured,
      active: true,
    })
    return id
  }
  const groupsOf = TAXONOMY.map((department, i) => ({
    department,
    id: add(null, department.name, i, department.featured ?? false),
  }))
  const leavesOf = groupsOf.flatMap(({ department, id }) =>
    department.groups.map((group, i) => ({
      department,
      group,
      id: add(id, group.name, i, i === 0 && (department.featured ?? false)),
    })),
  )
  for (const { department, group, id } of leavesOf) {
    group.leaves.forEach((leaf, i) =>
      leaves.push({ categoryId: add(id, leaf.name, i, false), department, group, leaf }),
    )
  }
  // An inactive category, for tests by hand.
  categories.push({
    id: categories.length + 1,
    parentId: null,
    slug: "clearance",
    name: "Clearance",
    names: categoryNames("Clearance"),
    position: groupsOf.length,
    isFeatured: false,
    active: false,
  })
  return { categories, leaves }
}

export function buildBrands(): BrandRecord[] {
  const slug = slugs()
  return BRANDS.map((brand, i) => ({ ...brand, id: i + 1, slug: slug(brand.name) }))
}
