import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  formatSynonymFile,
  parseSynonymFile,
  splitWords,
  SYNONYM_KINDS,
  type Synonym,
  synonymProblems,
} from "@/domain/search-synonym"

function problemsOf(file: string) {
  return parseSynonymFile(file).problems.map(({ line, field, index, code }) => [line, field, index, code])
}

describe("a synonym", () => {
  const codes = (synonym: Synonym) => synonymProblems(synonym).map(({ field, index, code }) => [field, index, code])

  test.each<[string, Synonym, unknown[]]>([
    ["a meaning", { kind: "means", words: ["haldi", "हल्दी"], means: ["turmeric"] }, []],
    ["a joiner", { kind: "ignored", words: ["क\u094d\u200dष"], means: [] }, []],
    ["no word", { kind: "ignored", words: [], means: [] }, [["words", null, "words_required"]]],
    ["one of the same", { kind: "same", words: ["sofa"], means: [] }, [["words", null, "two_words_required"]]],
    ["no meaning", { kind: "means", words: ["haldi"], means: [] }, [["means", null, "means_required"]]],
    [
      "meanings of ignored words",
      { kind: "ignored", words: ["buy"], means: ["x"] },
      [["means", null, "means_unexpected"]],
    ],
    [
      "31 words",
      { kind: "unsold", words: Array.from({ length: 31 }, (_, i) => `w${i}`), means: [] },
      [["words", null, "too_many_words"]],
    ],
    [
      "11 meanings",
      { kind: "means", words: ["w"], means: Array.from({ length: 11 }, (_, i) => `m${i}`) },
      [["means", null, "too_many_means"]],
    ],
    ["a long word", { kind: "unsold", words: ["x".repeat(61)], means: [] }, [["words", 0, "too_long"]]],
    ["a formula", { kind: "unsold", words: ["ok", "=1+1"], means: [] }, [["words", 1, "malformed"]]],
    ["quotation marks", { kind: "unsold", words: ['14" tv'], means: [] }, [["words", 0, "malformed"]]],
    ["only signs", { kind: "means", words: ["haldi"], means: ["&"] }, [["means", 0, "malformed"]]],
    ["half a letter", { kind: "unsold", words: ["a\ud800"], means: [] }, [["words", 0, "malformed"]]],
  ])("with %s", (_, synonym, expected) => {
    expect(codes(synonym)).toEqual(expected)
  })

  test("may be typed with lines, commas and spaces", () => {
    expect(splitWords(" fox  nut\nmakhana, मखाना ;\r\n\n")).toEqual(["fox nut", "makhana", "मखाना"])
  })
})

describe("a file of synonyms", () => {
  const word = fc.constantFrom("haldi", "fox nut", "हल्दी", "t-shirt", "sauté pan", "साड़ी", "5 kg")
  const synonym = fc.constantFrom(...SYNONYM_KINDS).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      words: fc.array(word, { minLength: 2, maxLength: 4 }),
      means: kind === "means" ? fc.array(word, { minLength: 1, maxLength: 3 }) : fc.constant<string[]>([]),
    }),
  )

  test("is read as it was written", () => {
    fc.assert(
      fc.property(fc.array(synonym), (synonyms) => {
        const normal = synonyms.map((each) => ({ ...each, words: each.words.map((w) => w.normalize("NFC")) }))
        const { lines, problems } = parseSynonymFile(formatSynonymFile(normal))
        expect(problems).toEqual([])
        expect(lines.map((line) => line.synonym)).toEqual(
          normal.map((each) => ({ ...each, means: each.means.map((w) => w.normalize("NFC")) })),
        )
      }),
    )
  })

  test("may come from a spreadsheet, with quoted fields, empty lines and any line ends", () => {
    const file = '\uFEFF"kind","words","means"\r\n"means","haldi|हल्दी ","turmeric"\n\n,,\rignored,buy,\runsold,tractor'
    expect(parseSynonymFile(file)).toEqual({
      problems: [],
      lines: [
        { line: 2, synonym: { kind: "means", words: ["haldi", "हल्दी"], means: ["turmeric"] } },
        { line: 5, synonym: { kind: "ignored", words: ["buy"], means: [] } },
        { line: 6, synonym: { kind: "unsold", words: ["tractor"], means: [] } },
      ],
    })
  })

  test("may begin with a quoted synonym after the byte order mark", () => {
    expect(parseSynonymFile('\uFEFF"unsold","tractor",""')).toEqual({
      problems: [],
      lines: [{ line: 1, synonym: { kind: "unsold", words: ["tractor"], means: [] } }],
    })
  })

  test("has its bad lines named by number", () => {
    expect(
      problemsOf(
        [
          "kind,words,means",
          "means,haldi,turmeric",
          "like,a,b",
          "means,a",
          'means,"a,b',
          "means,a,b,c",
          "unsold",
          "unsold,a|=b,",
          'means,"a""b",c',
        ].join("\n"),
      ),
    ).toEqual([
      [3, "kind", null, "kind_unknown"],
      [4, "means", null, "means_required"],
      [5, "line", null, "bad_line"],
      [6, "line", null, "bad_line"],
      [7, "line", null, "bad_line"],
      [8, "words", 1, "malformed"],
      [9, "words", 0, "malformed"],
    ])
  })
})
