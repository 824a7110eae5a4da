import { describe, expect, it, test } from "vitest"
import { COLOUR_SETS } from "../colours"
import { makeMarketplace } from "../marketplace"
import { TAXONOMY } from "../taxonomy"
import { CATEGORIES } from "./categories"
import { ITEMS } from "./items"
import { productNames } from "./product-names"
import { readTranslations, type Translated } from "./read-translations"
import { COLOURS, TRAITS } from "./words"

const market = makeMarketplace(new Date("2026-11-21T12:00:00Z"))
const named = market.products.filter(({ names }) => names !== null)
const all: Translated[] = [
  ...market.categories.map(({ names }) => names),
  ...named.map(({ names }) => names).filter((names) => names !== null),
]

describe("the demo's names in Hindi and Maithili", () => {
  it("are there for every category and for a good part of the products", () => {
    expect(market.categories.filter(({ names }) => !names.hi || !names.mai)).toEqual([])
    expect(named.length / market.products.length).toBeGreaterThan(1 / 3)
  })

  it("are in Devanagari but for brands, models and units", () => {
    for (const { hi, mai } of all) {
      expect(hi).toMatch(/[\u0900-\u097f]/)
      expect(mai).toMatch(/[\u0900-\u097f]/)
      expect(hi + mai).not.toMatch(/[*|=]/)
    }
    const latin = new Set(
      market.categories.flatMap(({ names }) => `${names.hi} ${names.mai}`.match(/[A-Za-z]+/g) ?? []),
    )
    expect([...latin]).toEqual([])
  })

  it("follow the glossary: Hindi and Maithili spell the nukta and the nasal as docs/translation.md says", () => {
    const maithili = [CATEGORIES, ITEMS, TRAITS, COLOURS].flatMap((names) => [...names.values()].map(({ mai }) => mai))
    for (const name of maithili) {
      expect(name.normalize("NFD")).not.toMatch(/(?<![डढ])\u093c/)
      expect(name, "nasal before a dental or labial").not.toMatch(/\u0902[तथदधनपफबभम]/)
      expect(name).not.toMatch(/ (और|का|की|के|वाला|वाली) /)
    }
  })

  it("differ where the languages do", () => {
    const different = [...CATEGORIES.values(), ...ITEMS.values()].filter(({ hi, mai }) => hi !== mai)
    expect(different.length / (CATEGORIES.size + ITEMS.size)).toBeGreaterThan(0.6)
  })

  it("have no translation of what the demo does not sell", () => {
    const leaves = TAXONOMY.flatMap(({ groups }) =>
      groups.flatMap((group) => group.leaves.map((leaf) => ({ group, leaf }))),
    )
    const items = new Set(leaves.flatMap(({ leaf }) => leaf.items.map(({ name }) => name)))
    const traits = new Set(leaves.flatMap(({ group, leaf }) => (leaf.traits ?? group.traits).map(({ word }) => word)))
    const colours = new Set<string>(Object.values(COLOUR_SETS).flatMap((set) => set.map(([name]) => name)))
    const names = new Set(market.categories.map(({ name }) => name))
    const unused = (translations: ReadonlyMap<string, unknown>, used: Set<string>) =>
      [...translations.keys()].filter((name) => !used.has(name))
    expect([unused(ITEMS, items), unused(TRAITS, traits), unused(COLOURS, colours), unused(CATEGORIES, names)]).toEqual(
      [[], [], [], []],
    )
  })
})

describe("a product's name", () => {
  const parts = {
    pattern: "made",
    brand: "Annakosh",
    series: "",
    trait: "Organic",
    item: "Toor Dal",
    colour: null,
    size: null,
  } as const

  test.each([
    [{}, "Annakosh जैविक अरहर दाल", "Annakosh जैविक राहड़िक दालि"],
    [{ brand: null, size: "1 kg" }, "जैविक अरहर दाल, 1 किलो", "जैविक राहड़िक दालि, 1 किलो"],
    [{ trait: "Roasted", item: "Suji" }, "Annakosh भुनी सूजी", "Annakosh भूजल सूजी"],
    [{ trait: "Roasted", item: "Dalia" }, "Annakosh भुना दलिया", "Annakosh भूजल दलिया"],
    [
      { trait: "Lightweight", item: "Running Shoes", colour: "Red" },
      "Annakosh हल्के दौड़ने के जूते, लाल",
      "Annakosh हल्लुक दौड़बाक जूता, लाल",
    ],
    [
      { trait: "Sandal", item: "Ubtan Soap", size: "Pack of 3" },
      "Annakosh चंदन का उबटन साबुन, 3 का पैक",
      "Annakosh चाननक उबटन साबून, 3 केर पैक",
    ],
    [
      { pattern: "device", series: "Nova 3", trait: "Fast Charging", item: "Slim Smartphone", size: "8 GB + 256 GB" },
      "Annakosh Nova 3 पतला स्मार्टफ़ोन, तेज़ चार्जिंग, 8 GB + 256 GB",
      "Annakosh Nova 3 पातर स्मार्टफोन, तेज चार्जिंग, 8 GB + 256 GB",
    ],
    [
      { pattern: "book", trait: "Hardcover", item: "Gonu Jha Stories" },
      "गोनू झा की कहानियाँ (सजिल्द)",
      "गोनू झाक खिस्सा (सजिल्द)",
    ],
    [
      { pattern: "craft", trait: "Framed", item: "Godna Painting", size: "A3" },
      "फ़्रेम सहित गोदना चित्र, A3",
      "फ्रेम सहित गोदना चित्र, A3",
    ],
  ] as const)("%j", (own, hi, mai) => {
    expect(productNames({ ...parts, ...own })).toEqual({ hi, mai })
  })

  test.each([{ item: "Unheard-of" }, { trait: "Unheard-of" }, { colour: "Unheard-of" }])(
    "is not translated in part: %j",
    (own) => {
      expect(productNames({ ...parts, ...own })).toBeNull()
    },
  )
})

test("a line that is no translation is refused", () => {
  for (const line of ["Rice", "= चावल", "Rice = a = b"])
    expect(() => readTranslations(line)).toThrow(`not a translation: ${line}`)
})
