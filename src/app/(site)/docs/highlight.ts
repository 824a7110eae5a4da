import { createJavaScriptRegexEngine } from "@shikijs/engine-javascript"
import bash from "@shikijs/langs/bash"
import go from "@shikijs/langs/go"
import html from "@shikijs/langs/html"
import http from "@shikijs/langs/http"
import javascript from "@shikijs/langs/javascript"
import json from "@shikijs/langs/json"
import python from "@shikijs/langs/python"
import sql from "@shikijs/langs/sql"
import typescript from "@shikijs/langs/typescript"
import { codeToTokensBase, createShikiPrimitive } from "@shikijs/primitive"
import { LRUCache } from "lru-cache"

/** The TextMate scopes of each kind of token; tokens of other scopes are plain. */
const SCOPES = {
  comment: ["comment", "punctuation.definition.comment"],
  string: ["string", "punctuation.definition.string"],
  keyword: [
    "keyword",
    "keyword.operator.new",
    "keyword.operator.expression",
    "storage",
    "variable.language",
    "entity.name.tag",
    "support.type.property-name.json",
  ],
  constant: ["constant", "support.constant"],
  function: ["entity.name.function", "support.function", "entity.other.attribute-name"],
  plain: ["keyword.operator", "meta.template.expression", "punctuation.definition.tag"],
} as const

export type TokenKind = keyof typeof SCOPES

interface CodeToken {
  kind: TokenKind
  text: string
}

// A theme must have hexadecimal colours. These stand for the kinds; CSS has the real ones, for light and dark.
const KIND_BY_COLOUR = new Map<string, TokenKind>(
  Object.keys(SCOPES).map((kind, index) => [`#${String(index + 1).padStart(6, "0")}`, kind as TokenKind]),
)
const PLAIN = "#000000"

const theme = {
  name: "haat",
  type: "light" as const,
  fg: PLAIN,
  bg: "#ffffff",
  settings: [...KIND_BY_COLOUR].map(([foreground, kind]) => ({ scope: [...SCOPES[kind]], settings: { foreground } })),
}

const shiki = createShikiPrimitive({
  themes: [theme],
  langs: [bash, go, html, http, javascript, json, python, sql, typescript],
  engine: createJavaScriptRegexEngine(),
})
const LANGUAGES = new Set(shiki.getLoadedLanguages())

/** Pages are rendered for each request, but from the same few hundred blocks of code. */
const cache = new LRUCache<string, CodeToken[]>({ max: 1_000 })

/** Splits code into tokens with a colour; code in an unknown language is one plain token. */
export function highlight(code: string, language: string): CodeToken[] {
  if (!LANGUAGES.has(language)) return [{ kind: "plain", text: code }]
  const key = `${language}\n${code}`
  const cached = cache.get(key)
  if (cached) return cached
  const tokens = tokenize(code, language)
  cache.set(key, tokens)
  return tokens
}

function tokenize(code: string, language: string): CodeToken[] {
  const tokens: CodeToken[] = []
  const add = (kind: TokenKind, text: string): void => {
    const last = tokens.at(-1)
    if (last && (last.kind === kind || text.trim() === "")) last.text += text
    else tokens.push({ kind, text })
  }
  // Shiki's default limit of 500 ms for a line would leave it without colours where a busy machine compiles a grammar.
  const options = { lang: language, theme: "haat", tokenizeTimeLimit: 0 }
  for (const [index, line] of codeToTokensBase(shiki, code, options).entries()) {
    if (index > 0) add("plain", "\n")
    for (const { content, color = PLAIN } of line) add(KIND_BY_COLOUR.get(color) ?? "plain", content)
  }
  return tokens
}
