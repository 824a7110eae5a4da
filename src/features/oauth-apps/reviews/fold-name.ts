// Letters that look like others, after lower-casing: Cyrillic, Greek, digits and symbols, each with the Latin letter
// that it resembles.
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  (
    [
      ["a", "аα@4"],
      ["b", "ьβ8"],
      ["c", "сϲ"],
      ["d", "ԁ"],
      ["e", "еεє3"],
      ["g", "ɡ9"],
      ["h", "һнη"],
      ["j", "јϳ"],
      ["k", "кκ"],
      ["l", "іιı1|iӏ"],
      ["m", "м"],
      ["n", "п"],
      ["o", "оοσө0"],
      ["p", "рρ"],
      ["q", "ԛ"],
      ["r", "гᴦ"],
      ["s", "ѕ5$"],
      ["t", "тτ7"],
      ["u", "υ"],
      ["v", "νѵ"],
      ["w", "ѡω"],
      ["x", "хχ"],
      ["y", "уγ"],
      ["z", "2"],
    ] as const
  ).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter])),
)

/** A name reduced to its appearance: case, accents, spaces, punctuation and look-alike letters make no difference. */
function foldName(name: string): string {
  return [...name.normalize("NFKD").toLowerCase()]
    .map((character) => LOOKALIKES[character] ?? character)
    .join("")
    .replace(/[^\p{L}\p{N}\p{M}]|[\u0300-\u036f]/gu, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
}

/** Whether a person could confuse the names ("same"), or read one in the other ("contains"). */
export function looksLike(name: string, other: string): "same" | "contains" | null {
  const [folded, known] = [foldName(name), foldName(other)]
  if (folded === "" || known === "") return null
  if (folded === known) return "same"
  return known.length >= 3 && folded.includes(known) ? "contains" : null
}
