import type { NamePattern } from "../departments/department"
import { CATEGORIES } from "./categories"
import { ITEMS } from "./items"
import type { Translated } from "./read-translations"
import { COLOURS, TRAITS } from "./words"

export interface NameParts {
  pattern: NamePattern
  brand: string | null
  /** The model of a device. */
  series: string
  item: string
  trait: string
  colour: string | null
  size: string | null
}

/** The names of a category. Every category has them. */
export function categoryNames(name: string): Translated {
  const names = CATEGORIES.get(name)
  if (!names) throw new RangeError(`the category ${name} has no translation`)
  return names
}

/** The names of a product; null if one of the words it is composed of has no translation. */
export function productNames(parts: NameParts): Translated | null {
  const item = ITEMS.get(parts.item)
  const trait = TRAITS.get(parts.trait)
  const colour = parts.colour === null ? undefined : COLOURS.get(parts.colour)
  if (!item || !trait || (parts.colour !== null && !colour)) return null
  const compose = (locale: "hi" | "mai"): string => {
    const quality = agreeing(trait[locale], item[locale])
    const words = {
      made: [parts.brand, quality, item[locale]],
      craft: [quality, item[locale]],
      device: [parts.brand, parts.series, item[locale]],
      book: [item[locale], `(${quality})`],
    }[parts.pattern]
    const name = words.filter(Boolean).join(" ")
    const details = [
      parts.pattern === "device" ? quality : undefined,
      colour?.[locale],
      parts.size === null ? undefined : sizeIn(locale, parts.size),
    ]
    return [name, ...details.filter((detail) => detail !== undefined)].join(", ")
  }
  return { hi: compose("hi"), mai: compose("mai") }
}

const FEMININE = new Set(
  "दाल अरहर मूंग उड़द मसूर कंगनी कुटकी ज्वार सूजी सेवई मिर्च लौंग इलायची अजवाइन जावित्री हल्दी हींग मेथी गिरी किशमिश ख़ुबानी अलसी चाय टी कॉफ़ी ठंडाई भुजिया मूंगफली मठरी कतली पापड़ी गुझिया नानखटाई कुकीज़ चिक्की भेली चटनी साड़ी कुर्ती चोली सलवार कमीज़ टी-शर्ट जींस पतलून धोती लुंगी जैकेट फ़्रॉक ड्रेस जूती मोजरी चप्पल बेल्ट चाँदबाली चूड़ियाँ जोड़ी नथ केतली कड़ाही हांडी उरुली थाली बोतल बरनी चादर रज़ाई दोहर दरी कुर्सी मेज़ अलमारी रैक लालटेन घड़ी लिपस्टिक कैंडी टोकरी ट्रे पौती सुजनी गुड़िया बाँसुरी शहनाई अगरबत्ती धूप सामग्री बत्तियाँ घंटी सिंदूरदानी मूर्ति माला राखी पिचकारी वरमाला पाग खली खुरपी झाड़ू टॉर्च मच्छरदानी गेंद स्टिक साइकिल".split(
    " ",
  ),
)
const PLURAL = new Set("बीज बीन्स झुमके जूते सैंडल हेडफ़ोन उपले".split(" "))

/** Gives a word that is marked as agreeing the ending that goes with the last noun of the item. */
function agreeing(word: string, item: string): string {
  const noun = item.split(" ").at(-1) ?? ""
  const ending = FEMININE.has(noun) ? "ी" : PLURAL.has(noun) ? "े" : "ा"
  return word.replace("ा*", ending)
}

const UNITS: Record<string, Translated> = {
  g: { hi: "ग्राम", mai: "ग्राम" },
  kg: { hi: "किलो", mai: "किलो" },
  ml: { hi: "मिली", mai: "मिली" },
  L: { hi: "लीटर", mai: "लीटर" },
  cm: { hi: "सेमी", mai: "सेमी" },
  ft: { hi: "फ़ुट", mai: "फुट" },
  Single: { hi: "सिंगल", mai: "सिंगल" },
  Double: { hi: "डबल", mai: "डबल" },
  King: { hi: "किंग", mai: "किंग" },
}

function sizeIn(locale: "hi" | "mai", size: string): string {
  const [, count] = /^Pack of (\d+)$/.exec(size) ?? []
  if (count) return locale === "hi" ? `${count} का पैक` : `${count} केर पैक`
  return size.replace(/[A-Za-z]+$/, (unit) => UNITS[unit]?.[locale] ?? unit)
}
