import type { Random } from "./random"
import { DEVANAGARI, regionalNames } from "./regional-names"
import type { Item, Leaf, Trait } from "./departments/department"

export interface Subject {
  department: string
  pattern: "made" | "craft" | "device" | "book"
  leaf: Leaf
  item: Item
  trait: Trait
  brand: string | null
  /** The model of a device, such as "Nova 3". */
  series: string
  place: string | null
  perks: readonly string[]
  care: readonly string[]
  /** Such as "Comes in 500 g, 1 kg and 5 kg." */
  choice: string | null
}

export function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`
}

/** Returns two paragraphs: what it is and why to buy it; then other names, choices and care. */
export function describe(subject: Subject, random: Random): string {
  const { leaf, item, trait, care, choice } = subject
  const facts = random.sample(leaf.facts, random.chance(0.7) ? 2 : 1)
  const first = [random.pick(openings(subject)), trait.sentence, ...facts]
  const second = [
    namesSentence(item, random),
    devanagariSentence(leaf, random),
    choice,
    ...random.sample(care, random.int(1, 2)),
  ].filter((sentence) => sentence !== null)
  return `${first.join(" ")}\n\n${second.join(" ")}`
}

/** Returns one line without a full stop, of at most 160 characters. */
export function describeShortly({ pattern, item, trait, place, series, perks }: Subject, random: Random): string {
  const perk = random.pick(perks)
  const what =
    pattern === "book"
      ? `${item.name}, ${trait.word.toLowerCase()}`
      : pattern === "device"
        ? `${series} ${item.name} with ${trait.word}`
        : `${trait.word} ${item.name}`
  const line =
    place && pattern !== "device" && pattern !== "book" && random.chance(0.7)
      ? `${what} from ${place}, ${perk}`
      : `${what}, ${perk}`
  return line.slice(0, 160)
}

function openings({ department, pattern, item, trait, brand, series, place }: Subject): readonly string[] {
  const thing = `${trait.word} ${item.name}`
  const from = place ? ` in ${place}` : ""
  if (pattern === "book") {
    return [
      `${brand ?? "A small press"} publishes ${item.name} in a carefully set edition.`,
      `${item.name}, newly typeset and proofread by ${brand ?? "a small press"}.`,
      `An edition of ${item.name} from ${brand ?? "a small press"}, made to be read and to be kept.`,
    ]
  }
  if (pattern === "device") {
    return [
      `The ${brand} ${series} ${item.name} was designed${from || " in Bengaluru"} and assembled in India.`,
      `${brand} built the ${series} ${item.name} for long days and uncertain power.`,
      `Meet the ${series}, the ${item.name} that ${brand} makes for Indian homes.`,
    ]
  }
  if (!brand) {
    return [
      `This ${thing} comes straight from its maker${from}.`,
      `Bought directly from makers${from}, this ${item.name} reaches you without a middleman.`,
      `Made${from} by people whose parents made the same.`,
    ]
  }
  if (department === "Grocery") {
    return [
      `This ${thing} comes from ${place} and is packed by ${brand}.`,
      `${brand} buys its ${item.name} in ${place}, from growers it has known for years.`,
      `${thing} from ${place}, chosen by ${brand} for kitchens across the country.`,
      `${brand} brings ${item.name} from ${place} to your kitchen with as few stops as possible.`,
    ]
  }
  return [
    `${brand} had this ${thing} made${from || " in India"}.`,
    `This ${thing} is made${from || " in India"} for ${brand}.`,
    `Meet the ${item.name} that ${brand} is known for.`,
    `From ${brand}${place ? ` of ${place}` : ""}: ${thing}, as it should be.`,
  ]
}

function namesSentence({ name, foodCode }: Item, random: Random): string | null {
  if (!foodCode) return null
  const seen = new Set([name.toLowerCase()])
  const distinct = regionalNames(foodCode).filter(
    ([, word]) => !seen.has(word.toLowerCase()) && seen.add(word.toLowerCase()),
  )
  if (distinct.length < 2) return null
  const chosen = random.sample(distinct, 4)
  return `Known as ${listOf(chosen.map(([language, word]) => `${word} in ${language}`))}.`
}

function devanagariSentence({ name }: Leaf, random: Random): string | null {
  const words = DEVANAGARI[name]
  return words && random.chance(0.8) ? `हिंदी में: ${words}.` : null
}
