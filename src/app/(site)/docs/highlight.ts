export type CodeKind = "comment" | "string" | "keyword" | "plain"

const STRING = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`
const TEMPLATE = "`(?:\\\\.|[^`\\\\])*`"

const JS_KEYWORDS =
  "import|from|export|const|let|await|async|for|of|new|return|if|else|throw|try|catch|delete|typeof|instanceof|null|true|false"

// One pattern for each language. The first alternative wins, so that a keyword inside a string stays a string.
const PATTERNS: Record<string, RegExp> = {
  js: new RegExp(
    `(?<comment>(?<![:"'\`\\w])//.*|/\\*[\\s\\S]*?\\*/)|(?<string>${STRING}|${TEMPLATE})|(?<keyword>\\b(?:${JS_KEYWORDS})\\b)`,
    "g",
  ),
  python: new RegExp(
    `(?<comment>#.*)|(?<string>b?(?:${STRING}))|(?<keyword>\\b(?:import|from|def|class|return|if|else|not|in|and|or|for|with|as|None|True|False|any)\\b)`,
    "g",
  ),
  bash: new RegExp(
    `(?<comment>(?<=^|\\s)#.*)|(?<string>"(?:\\\\.|[^"\\\\])*"|'[^']*')|(?<keyword>(?<=^|\\s)(?:curl|export|read|node|npm)(?=\\s))`,
    "gm",
  ),
  json: new RegExp(`(?<keyword>"(?:\\\\.|[^"\\\\\\n])*"(?=:)|\\b(?:null|true|false)\\b)|(?<string>${STRING})`, "g"),
}

const LANGUAGE_ALIASES: Record<string, string> = { ts: "js", html: "js" }

/** Splits code into parts with a colour; code in an unknown language is one plain part. */
export const highlight = (code: string, language: string): { kind: CodeKind; text: string }[] => {
  const pattern = PATTERNS[LANGUAGE_ALIASES[language] ?? language]
  if (!pattern) return [{ kind: "plain", text: code }]
  const parts: { kind: CodeKind; text: string }[] = []
  let at = 0
  for (const match of code.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    if (match.index > at) parts.push({ kind: "plain", text: code.slice(at, match.index) })
    parts.push({ kind: (kind ?? "plain") as CodeKind, text: match[0] })
    at = match.index + match[0].length
  }
  if (at < code.length) parts.push({ kind: "plain", text: code.slice(at) })
  return parts
}
