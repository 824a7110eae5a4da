import { describe, expect, test } from "vitest"
import { highlight, type TokenKind } from "./highlight"

const EXAMPLES: [language: string, code: string, tokens: [TokenKind, string][]][] = [
  [
    "bash",
    'curl -H "Authorization: $KEY" # all',
    [
      ["function", "curl"],
      ["string", '"Authorization: $KEY"'],
      ["comment", "# all"],
    ],
  ],
  [
    "js",
    'const url = new URL("http://x//y") // a comment',
    [
      ["keyword", "const"],
      ["keyword", "new"],
      ["string", '"http://x//y"'],
      ["comment", "// a comment"],
    ],
  ],
  [
    "ts",
    "export function list(page: number): void {}",
    [
      ["keyword", "export function"],
      ["function", "list"],
    ],
  ],
  [
    "python",
    'def verify(body):\n    return b"ok", None',
    [
      ["function", "verify"],
      ["string", '"ok"'],
      ["constant", "None"],
    ],
  ],
  [
    "json",
    '{ "total": 3, "name": "Atta" }',
    [
      ["keyword", '"total"'],
      ["constant", "3"],
      ["string", '"Atta"'],
    ],
  ],
  ["sql", "SELECT 'a'", [["keyword", "SELECT"]]],
  ["http", "POST /oauth/token HTTP/1.1", [["keyword", "POST"]]],
  ["html", '<script src="a.js"></script>', [["string", '"a.js"']]],
]

describe("highlight", () => {
  test.each(EXAMPLES)("tokenizes %s", (language, code, expected) => {
    const tokens = highlight(code, language)
    expect(tokens.map(({ text }) => text).join("")).toBe(code)
    const found = tokens.map(({ kind, text }): [TokenKind, string] => [kind, text.trim()])
    expect(found).toEqual(expect.arrayContaining(expected))
  })

  test("leaves code in an unknown language as one plain token", () => {
    expect(highlight("a := b // c", "cobol")).toEqual([{ kind: "plain", text: "a := b // c" }])
  })
})
