/** What a query says about prices and sizes, and the words that remain. Prices are in paise. */
export interface Amounts {
  words: string
  minPrice: number | null
  maxPrice: number | null
  /** Such as "5 kg", in the units that product names use. */
  sizes: string[]
}

const UNITS: Record<string, string> = {
  ...unitsOf("kg", "kg kgs kilo kilos kilogram kilograms किलो किलोग्राम केजी"),
  ...unitsOf("g", "g gm gms gram grams ग्राम"),
  ...unitsOf("l", "l ltr ltrs lt litre litres liter liters लीटर लिटर"),
  ...unitsOf("ml", "ml मिली"),
  ...unitsOf("cm", "cm सेमी"),
  ...unitsOf("inch", "inch inches इंच"),
  ...unitsOf("gb", "gb"),
  ...unitsOf("tb", "tb"),
}

function unitsOf(unit: string, spellings: string): Record<string, string> {
  return Object.fromEntries(spellings.split(" ").map((spelling) => [spelling, unit]))
}

function anyOf(words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(" ", String.raw`\s{1,3}`))
    .join("|")
}

const WORD_BEFORE = String.raw`(?<![\p{L}\p{M}\p{N}])`
const WORD_AFTER = String.raw`(?![\p{L}\p{M}\p{N}])`
const NUMBER = String.raw`(\d{1,3}(?:,\d{2,3}){1,3}|\d{1,8})(?:\.\d{1,2})?\s?(k|hazar|hajar|हज़ार|हजार|lakh|लाख)?`
const RUPEES = String.raw`(?:rs\.?|inr|rupees?|rupaye|rupay|rupya|रुपये|रुपए|रुपया|रु\.?|टका|taka|₹|/-)`
const UNIT = anyOf(Object.keys(UNITS))
/** A price: a number with or without rupees, but without a unit. */
const PRICE = String.raw`${WORD_BEFORE}(?:${RUPEES}\s?)?${NUMBER}(?!\s?(?:${UNIT})${WORD_AFTER})(?:\s?${RUPEES})?`

function pattern(source: string): RegExp {
  return new RegExp(source, "giu")
}

const BETWEEN = pattern(
  String.raw`(?:${WORD_BEFORE}(?:between|from)\s{1,3})?${PRICE}\s?(?:-|–|to|and|se|से)\s?${PRICE}(?:\s(?:ke beech|के बीच)${WORD_AFTER})?`,
)
const BETWEEN_SIGNS = pattern(String.raw`between|from|ke beech|के बीच|${RUPEES}`)
const BELOW = [
  pattern(
    String.raw`(?:${WORD_BEFORE}(?:${anyOf(["under", "below", "less than", "upto", "up to", "within", "max", "maximum", "at most", "not more than"])})\s|<\s?)\s{0,2}${PRICE}`,
  ),
  pattern(
    String.raw`${PRICE}\s{1,2}(?:${anyOf(["se kam", "se niche", "se neeche", "tak", "ke andar", "se sasta", "sa kam", "se kum", "से कम", "से नीचे", "तक", "के अंदर", "सं कम", "सँ कम", "धरि", "or less", "and below", "and under"])})${WORD_AFTER}`,
  ),
]
const ABOVE = [
  pattern(
    String.raw`(?:${WORD_BEFORE}(?:${anyOf(["above", "over", "more than", "min", "minimum", "at least"])})\s|>\s?)\s{0,2}${PRICE}`,
  ),
  pattern(
    String.raw`${PRICE}\s{1,2}(?:${anyOf(["se zyada", "se jyada", "se upar", "se adhik", "से ज़्यादा", "से ज्यादा", "से ऊपर", "से अधिक", "सं बेसी", "सँ बेसी", "and above", "or more"])})${WORD_AFTER}`,
  ),
]
/** An amount of rupees alone is the most that may be spent. */
const RUPEES_ALONE = [
  pattern(String.raw`${WORD_BEFORE}${NUMBER}\s?${RUPEES}(?:\s(?:wala|wali|wale|वाला|वाली|वाले))?`),
  pattern(String.raw`${WORD_BEFORE}${RUPEES}\s?${NUMBER}${WORD_AFTER}`),
]
const SIZE = pattern(String.raw`${WORD_BEFORE}(\d{1,5}(?:\.\d{1,3})?)\s?-?(${UNIT})${WORD_AFTER}`)

/** Every pattern that queries are searched for. */
export const PATTERNS: readonly RegExp[] = [BETWEEN, BETWEEN_SIGNS, ...BELOW, ...ABOVE, ...RUPEES_ALONE, SIZE]

const MULTIPLES: Record<string, number> = {
  k: 1_000,
  hazar: 1_000,
  hajar: 1_000,
  हज़ार: 1_000,
  हजार: 1_000,
  lakh: 100_000,
  लाख: 100_000,
}
/** The highest price that the database can hold. */
const PRICE_MAX = 2_147_483_647

function paise(digits: string | undefined, multiple: string | undefined): number {
  return Math.min(
    PRICE_MAX,
    Number((digits ?? "0").replaceAll(",", "")) * (MULTIPLES[(multiple ?? "").toLowerCase()] ?? 1) * 100,
  )
}

/** Reads prices and sizes out of a query: "saree under 500", "500 से कम", "sarson tel 1 litre". */
export function readAmounts(query: string): Amounts {
  let words = query.normalize("NFC").replace(/[०-९]/g, (digit) => String("०१२३४५६७८९".indexOf(digit)))
  let minPrice: number | null = null
  let maxPrice: number | null = null
  const atMost = (price: number): void => {
    maxPrice = Math.min(maxPrice ?? price, price)
  }
  const atLeast = (price: number): void => {
    minPrice = Math.max(minPrice ?? price, price)
  }
  words = words.replace(BETWEEN, (text, low?: string, lowTimes?: string, high?: string, highTimes?: string) => {
    const [from, to] = [paise(low, lowTimes), paise(high, highTimes)]
    // Two numbers that stand together are a price only where something says so.
    if (from >= to || !text.match(BETWEEN_SIGNS)) return text
    atLeast(from)
    atMost(to)
    return " "
  })
  for (const [patterns, limit] of [
    [BELOW, atMost],
    [ABOVE, atLeast],
    [RUPEES_ALONE, atMost],
  ] as const)
    for (const each of patterns)
      words = words.replace(each, (_, digits?: string, multiple?: string) => {
        limit(paise(digits, multiple))
        return " "
      })
  const sizes: string[] = []
  words = words.replace(SIZE, (_, number: string, unit: string) => {
    sizes.push(`${number} ${UNITS[unit.toLowerCase()] ?? unit}`)
    return " "
  })
  return { words, minPrice, maxPrice, sizes: sizes.slice(0, 3) }
}
