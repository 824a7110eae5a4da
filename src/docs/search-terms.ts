/** A word or an identifier. */
export const WORD = /[\p{L}\p{M}\p{N}_]+/gu

/** Latin letters in lower case without marks; Devanagari without nukta, and with one sign for a nasal vowel. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u093c\u200c\u200d]/g, "")
    .normalize("NFC")
    .replaceAll("\u0901", "\u0902")
    .toLowerCase()
}

const STOP_WORDS = new Set(
  (
    "a an and are at be by can do does for from how i is it my of on or that the this to what when where which why with " +
    "और का की के को क्या कैसे कौन पर में लिए से हूं है हैं आ अछि केर कें की कोना पर मे लेल सं"
  ).split(" "),
)

export function isStopWord(folded: string): boolean {
  return STOP_WORDS.has(folded)
}

// Only what inflection adds: meanings stay apart. Others are matched by their beginning.
const ENGLISH_ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=...)at(?:ions?|ing|ed|es?|ors?)$/, "at"],
  [/ies$/, "y"],
  [/(?<=[^s])s$/, ""],
]
const ENGLISH_VERB_ENDINGS = /(?<=..[a-z])(?:ings?|ed)$/
const DEVANAGARI_ENDINGS = /(?<=..)(?:ियां|ियों|ाएं|ाओं|ुएं|ुओं|ाएब|एबाक|बाक|कें|सं|मे|ों|ें|ाउ|ाब|ना|ने|ा|ी|े|ो|ू|ु|ि|ं)$/u

// वेबहुकक is of वेबहुक, which ends with the same letter.
const MAITHILI_GENITIVE = /(?<=...)क+$/u

/** The stem of a folded word, as simple as the search needs it. */
export function stem(word: string): string {
  if (/^[a-z]{4,}$/.test(word)) {
    let stemmed = word
    for (const [ending, replacement] of ENGLISH_ENDINGS) stemmed = stemmed.replace(ending, replacement)
    const verb = stemmed.replace(ENGLISH_VERB_ENDINGS, "")
    return verb === stemmed ? stemmed : verb.replace(/([bdgmnprt])\1$/, "$1")
  }
  return /^[\u0900-\u097f]+$/.test(word) ? word.replace(DEVANAGARI_ENDINGS, "").replace(MAITHILI_GENITIVE, "") : word
}

/** The words of which an identifier is made: not_a_seller, shipSellerOrder. */
export function wordParts(identifier: string): string[] {
  return identifier.split(/_|(?<=\p{Ll})(?=\p{Lu})/u).filter((part) => part !== "" && !isStopWord(fold(part)))
}

/** The terms of a text: its words and the parts of its identifiers, and their stems. */
export function indexTerms(text: string): string[] {
  return (text.match(WORD) ?? []).flatMap((word) => {
    const folded = fold(word)
    if (isStopWord(folded)) return []
    const parts = wordParts(word).map(fold)
    return [...new Set([folded, ...(parts.length > 1 ? parts : [])].flatMap((term) => [term, stem(term)]))]
  })
}

/** Other names of what the documentation calls by one. */
const OTHER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:log[ -]?(?:in|on)|signin|sign-in)\b/gi, "sign in"],
  [/\b(?:throttl(?:e|ed|ing)|too many requests)\b/gi, "rate limit"],
  [/\bpaging\b/gi, "pagination"],
  [/\bcallbacks?\b/gi, "webhook"],
  [/\b(?:oauth ?(?:2(?:\.0)?)?|oidc|openid(?: connect)?)(?![\w.])/gi, "sign in"],
  [/\bidempotent\b/gi, "idempotency"],
  [/\binventory\b/gi, "stock"],
  // Who searches for no more than this wants one.
  [/^\s*api[ -]?keys?\s*$/i, "create an API key"],
  [/(?:लॉग ?इन|लागिन|लॉगिन|साइनइन)/g, "साइन इन"],
  [/(?:दर ?सीमा|रेट ?लिमिट)/g, "rate limit"],
  [/(?:पेजिनेशन|पृष्ठांकन)/g, "pagination"],
  [/रि(?:फ़|फ)(?:ं|न्)ड/g, "refund"],
]

export function canonicalQuery(query: string): string {
  return OTHER_NAMES.reduce((text, [other, name]) => text.replace(other, name), query)
}
