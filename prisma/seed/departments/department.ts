import type { ColourSet } from "../colours"
import type { SizeScale } from "../sizes"
import type { Glyph } from "@/features/media/glyphs/all"
import { isColour, type Colour } from "@/features/media/palette"

export type GstRate = 0 | 5 | 12 | 18 | 28

/**
 * How a product's name is composed:
 * `made`: "Brand Trait Item"; `craft`: "Trait Item" (the maker is in the description); `device`: "Brand Series Item
 * with Trait";
 * `book`: "Item (Trait)".
 */
export type NamePattern = "made" | "craft" | "device" | "book"

export interface Item {
  name: string
  /** Whole rupees for the reference size, before the brand's price level. */
  rupees: number
  /** Code of the food in the Indian Food Composition Tables, for its regional names. */
  foodCode?: string
}

export interface Trait {
  word: string
  sentence: string
}

export interface GroupTraits {
  gst: GstRate
  pattern?: NamePattern
  sizes?: SizeScale
  colours?: ColourSet
  /** Share of the products with several sizes or colours; the others name one of them. */
  variable?: number
  /** Share of the products without a brand. */
  unbranded?: number
  /** Places where such products come from. */
  from?: readonly string[]
  traits: readonly string[]
  /** Closing sentences: care, storage, warranty. */
  care: readonly string[]
  /** Endings of a short description, without a full stop. */
  perks: readonly string[]
}

export interface Leaf {
  name: string
  glyph: Glyph
  colours: readonly Colour[]
  items: readonly Item[]
  facts: readonly string[]
  sizes?: SizeScale
  colourSet?: ColourSet
  gst?: GstRate
  from?: readonly string[]
  pattern?: NamePattern
  /** Replaces the group's traits where those would make no sense. */
  traits?: readonly Trait[]
  care?: readonly string[]
  perks?: readonly string[]
}

export interface Group extends Omit<GroupTraits, "traits"> {
  name: string
  traits: readonly Trait[]
  leaves: readonly Leaf[]
}

export interface Department {
  name: string
  featured?: boolean
  /** Products per leaf, relative to other departments. */
  weight: number
  groups: readonly Group[]
}

/** Parses `items` such as "Toor Dal @165 #B021; Moong Dal @150": name, rupees, optional food code. */
export function leaf(
  name: string,
  glyph: Glyph,
  colours: string,
  items: string,
  facts: readonly string[],
  {
    traits,
    ...own
  }: Pick<Leaf, "sizes" | "colourSet" | "gst" | "from" | "pattern" | "care" | "perks"> & {
    traits?: readonly string[]
  } = {},
): Leaf {
  const read: Leaf = {
    name,
    glyph,
    colours: colours.split(" ").map(asColour),
    items: items.split(";").map(readItem),
    facts,
    ...own,
  }
  return traits ? { ...read, traits: traits.map(readTrait) } : read
}

export function group(name: string, { traits, ...rest }: GroupTraits, leaves: readonly Leaf[]): Group {
  return { name, ...rest, traits: traits.map(readTrait), leaves }
}

function asColour(word: string): Colour {
  if (!isColour(word)) throw new SyntaxError(`not a colour: ${word}`)
  return word
}

function readItem(line: string): Item {
  const match = /^\s*(.+?) @(\d+)(?: #([A-Z]\d{3}))?\s*$/.exec(line)
  if (!match?.[1] || !match[2]) throw new SyntaxError(`not an item: ${line}`)
  const item: Item = { name: match[1], rupees: Number(match[2]) }
  return match[3] ? { ...item, foodCode: match[3] } : item
}

function readTrait(line: string): Trait {
  const [word, sentence] = line.split("|")
  if (!word || !sentence) throw new SyntaxError(`not a trait: ${line}`)
  return { word, sentence }
}
