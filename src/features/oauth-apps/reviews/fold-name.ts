// Letters that look like others, after lower-casing: Cyrillic, Greek, digits and signs to the Latin letter that they pass for.
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

/** A name as it looks at a glance: case, accents, spaces, punctuation and letters that pass for others make no difference. */
export const foldName = (name: string): string =>
  [...name.normalize("NFKD").toLowerCase()]
    .map((character) => LOOKALIKES[character] ?? character)
    .join("")
    .replace(/[^\p{L}\p{N}\p{M}]|[\u0300-\u036f]/gu, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")

/** Whether somebody could take one name for the other, or read the one in the other. */
export const looksLike = (name: string, other: string): "same" | "contains" | null => {
  const [folded, known] = [foldName(name), foldName(other)]
  if (folded === "" || known === "") return null
  if (folded === known) return "same"
  return known.length >= 3 && folded.includes(known) ? "contains" : null
}
