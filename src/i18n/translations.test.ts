import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import hi from "@/i18n/messages/hi.json"
import mai from "@/i18n/messages/mai.json"
import hiReference from "@/i18n/reference/hi.json"
import maiReference from "@/i18n/reference/mai.json"

type Messages = { [name: string]: string | Messages }

function flat(messages: Messages, path = ""): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]) =>
    typeof value === "string" ? [[path + name, value]] : flat(value, `${path}${name}.`),
  )
}

/** The lines of a language's guides, without code and the URLs of links. */
function guideLines(locale: string): [string, string][] {
  return readdirSync("docs/guides")
    .filter((name) => name.endsWith(`.${locale}.md`))
    .flatMap((name) =>
      readFileSync(`docs/guides/${name}`, "utf8")
        .replace(/```.*?```|`[^`\n]*`|\]\([^)]*\)/gs, (code) => code.replace(/[^\n]+/g, "…"))
        .split("\n")
        .map((line, at): [string, string] => [`${name}:${at + 1}`, line]),
    )
}

/** The texts of the reference, without code. */
function withoutCode(texts: Record<string, string>): [string, string][] {
  return Object.entries(texts).map(([english, text]) => [english, text.replace(/`[^`]*`/g, "…")])
}

const LETTER = "[\\u0900-\\u0963\\u0970-\\u097f]"

/** Matches a whole word, or with ~ a prefix or suffix. */
function word(form: string): RegExp {
  return new RegExp(
    `${form.startsWith("~") ? "" : `(?<!${LETTER})`}${form.replaceAll("~", "")}${form.endsWith("~") ? "" : `(?!${LETTER})`}`,
  )
}

// The meaning of each is in docs/translation.md.
const HINDI = [
  "~जवाब~",
  "पन्ना",
  "पन्ने",
  "पन्नों",
  "पेज~",
  "~मंज़ूर~",
  "दुकान~",
  "पहचान(?! सकें)",
  "संभाल~",
  "खाली",
  "बाकी",
  "ज़्यादा से ज़्यादा",
  "मि\\.से\\.",
  "Haat~",
]
const MAITHILI = [
  "बंद",
  "बन्न",
  "एतय~",
  "ओतय~",
  "जतय~",
  "कतय~",
  "कए",
  "केलक",
  "निलंबित",
  "सेकंड~",
  "सेकेण्ड~",
  "तुरत",
  "तुरंत",
  "संदर्भ~",
  "संदेश~",
  "सनेस~",
  "संपादित",
  "स्तंभ~",
  "नंबर~",
  "घण्टा~",
  "पृष्ठ~",
  "पेज~",
  "~मंजूर~",
  "दोकान~",
  "दुकान~",
  "पहचान~",
  "पहिचान~",
  "अथवा",
  "बाँकी",
  "यैह",
  "वैह",
  "हर",
  "~बला",
  "बिनु",
  "केवल",
  "मि\\.से\\.",
  "Haat~",
]

const NUKTA = /[क-घज-झफय]\u093c|[\u0958-\u095b\u095e\u095f]/
const APART = new RegExp(`${LETTER} (?:केँ|सँ|मे)(?!${LETTER})`)
const GENITIVE = new RegExp(`[^\\s\\u0900-\\u097f] क(?!${LETTER})`)

function foundIn(texts: readonly [string, string][], forms: readonly RegExp[]): string[] {
  return texts.flatMap(([name, text]) =>
    forms.flatMap((form) => (form.test(text) ? [`${name}: ${form.exec(text)?.[0]} in ${text}`] : [])),
  )
}

describe("translations use one term for one thing", () => {
  it("in Hindi", () => {
    expect(foundIn([...flat(hi), ...withoutCode(hiReference), ...guideLines("hi")], HINDI.map(word))).toEqual([])
  })

  it("in Maithili, with one spelling", () => {
    const texts = [...flat(mai), ...withoutCode(maiReference), ...guideLines("mai")]
    expect(foundIn(texts, [...MAITHILI.map(word), NUKTA, APART, GENITIVE])).toEqual([])
  })
})
