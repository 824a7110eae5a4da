import { dictionary } from "@zxcvbn-ts/language-common"
import { invalid } from "@/domain/problem"
import { env } from "@/platform/env"

// NIST SP 800-63B-4 section 3.1.1.2: reject commonly used, expected or compromised passwords, and words of the
// service's or the person's context.

/** Characters that must remain when words of the context are removed. */
const MIN_REMAINING_CHARACTERS = 6
/** Shorter words of the context appear in many passwords by chance. */
const MIN_CONTEXT_WORD = 3
/** The longest unit that a password must not merely repeat. */
const MAX_REPEATED_UNIT = 5

let commonPasswords: ReadonlySet<string> | undefined
function loadCommonPasswords(): ReadonlySet<string> {
  return (commonPasswords ??= new Set(dictionary["passwords-common"].map((password) => password.toLowerCase())))
}

const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
}
function undoLeet(text: string): string {
  return text.replace(/[0134577@$!]/g, (sign) => LEET[sign] ?? sign)
}
/** Strips the digits and punctuation that people add around a word. */
function trimNonLetters(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")
}
function keepAlphanumerics(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "")
}

function isCommon(text: string): boolean {
  const core = trimNonLetters(text)
  return [
    text,
    keepAlphanumerics(text),
    core,
    trimNonLetters(undoLeet(text)),
    undoLeet(core),
    keepAlphanumerics(core),
  ].some((form) => form !== "" && loadCommonPasswords().has(form))
}

function isRepetition(text: string): boolean {
  for (let unit = 1; unit <= text.length / 2; unit++) {
    if (
      text !==
      text
        .slice(0, unit)
        .repeat(Math.ceil(text.length / unit))
        .slice(0, text.length)
    )
      continue
    return unit <= MAX_REPEATED_UNIT || loadCommonPasswords().has(text.slice(0, unit))
  }
  return false
}

/** Detects sequences such as 1234567890 and zyxwvutsrq. */
function isSequence(text: string): boolean {
  const steps = new Set(
    [...text].slice(1).map((character, at) => (character.charCodeAt(0) - text.charCodeAt(at) + 10) % 10),
  )
  return steps.size === 1 && (steps.has(1) || steps.has(9))
}

interface Context {
  name: string
  email: string
}

function contextWords({ name, email }: Context): string[] {
  const parts = [name, email, new URL(env.appUrl).hostname].flatMap((text) =>
    text.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u),
  )
  const [local = ""] = email.toLowerCase().split("@")
  return [...new Set([keepAlphanumerics(local), ...parts, "haat"])]
    .filter((word) => word.length >= MIN_CONTEXT_WORD)
    .sort((a, b) => b.length - a.length)
}

/** The password without the words that an attacker who knows the account would try. */
function removeContextWords(password: string, context: Context): string {
  return contextWords(context).reduce((rest, word) => rest.replaceAll(word, ""), keepAlphanumerics(password))
}

/**
 * Rejects easily guessed passwords.
 * @throws Problem validation_failed, with `common` or `personal`
 */
export function rejectGuessablePassword(password: string, context: Context): void {
  const text = password.normalize("NFKC").toLowerCase()
  if (isCommon(text) || isRepetition(text) || isSequence(text))
    throw invalid("password", "common", "This password is too common. Choose three or four unrelated words.")
  const rest = removeContextWords(text, context)
  if (rest.length < MIN_REMAINING_CHARACTERS || (rest !== keepAlphanumerics(text) && isCommon(rest))) {
    throw invalid(
      "password",
      "personal",
      "This password consists mostly of your name, your email address or our name. Choose three or four unrelated words.",
    )
  }
}
