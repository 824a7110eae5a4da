import { expect, test } from "vitest"
import { PATTERNS, readAmounts } from "@/features/products/search/amounts"

const NOTHING = { minPrice: null, maxPrice: null, sizes: [] }

test.each([
  ["red saree under 500", { words: "red saree", maxPrice: 50_000 }],
  ["500 se kam kurta", { words: "kurta", maxPrice: 50_000 }],
  ["५०० से कम साड़ी", { words: "साड़ी", maxPrice: 50_000 }],
  ["₹1,500 tak ka kurta", { words: "ka kurta", maxPrice: 150_000 }],
  ["laptop below 50k", { words: "laptop", maxPrice: 5_000_000 }],
  ["mobile 10 hazar tak", { words: "mobile", maxPrice: 1_000_000 }],
  ["kurta 500 rs", { words: "kurta", maxPrice: 50_000 }],
  ["watch above 2000", { words: "watch", minPrice: 200_000 }],
  ["saree 1,000 - 2,000 rs", { words: "saree", minPrice: 100_000, maxPrice: 200_000 }],
  ["saree between 500 and 1500", { words: "saree", minPrice: 50_000, maxPrice: 150_000 }],
  ["sarson tel 1 litre", { words: "sarson tel", sizes: ["1 l"] }],
  ["atta 5kg", { words: "atta", sizes: ["5 kg"] }],
  ["चावल 5 किलो", { words: "चावल", sizes: ["5 kg"] }],
  ["under 5 kg rice", { words: "under rice", sizes: ["5 kg"] }],
  ["class 10 science", { words: "class 10 science" }],
  ["W240 cashews", { words: "W240 cashews" }],
  ["filter coffee 80:20", { words: "filter coffee 80:20" }],
  ["5 10 20", { words: "5 10 20" }],
  ["99999999999999999999", { words: "99999999999999999999" }],
])("reads prices and sizes: %s", (query, expected) => {
  const { words, ...amounts } = readAmounts(query)
  expect({ words: words.trim().replace(/\s+/g, " "), ...amounts }).toEqual({ ...NOTHING, ...expected })
})

test("a price is capped at the maximum that the database can store", () => {
  expect(readAmounts("under 99999999").maxPrice).toBe(2_147_483_647)
})

// The engine does not count its steps. Without a repetition that has no limit, a pattern takes at most a constant number
// of them from each place of a query.
test("no pattern can repeat without a limit", () => {
  for (const { source } of PATTERNS) expect(source).not.toMatch(/(?<!\\)[*+]|\{\d+,\}/)
})

test.each([
  ["1".repeat(120), NOTHING],
  ["rs ".repeat(40), NOTHING],
  ["12 ".repeat(40), NOTHING],
  ["under 5 ".repeat(15), { ...NOTHING, maxPrice: 500 }],
  ["1,11,".repeat(24), NOTHING],
  ["₹".repeat(120), NOTHING],
])("reads a long query: %s", (query, expected) => {
  expect(readAmounts(query)).toMatchObject(expected)
})
