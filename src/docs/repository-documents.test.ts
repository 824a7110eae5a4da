import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { describe, expect, test } from "vitest"

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
]

const SEGMENT = String.raw`(?:[\w@-][\w.@-]*|\([\w-]+\)|\[[\w.-]+\])`
const PATH = new RegExp(
  String.raw`(?<![\w./@-])(?:bench|deploy|docs|e2e|prisma|public|src)/${SEGMENT}(?:/${SEGMENT})*`,
  "g",
)
const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g
/** The language that CONTRIBUTING.md adds as an example. */
const EXAMPLE = /\bbn\b/

/** Whether a path exists, or begins the name of a file, as the filters of test commands do. */
function exists(path: string): boolean {
  if (existsSync(path)) return true
  const folder = dirname(path)
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(`${basename(path)}.`))
}

describe.each(DOCUMENTS)("%s", (document) => {
  const text = readFileSync(document, "utf8")

  test("names only paths that exist", () => {
    const paths = [...text.matchAll(PATH)]
      .map(([path]) => path.replace(/\.$/, ""))
      .filter((path) => !EXAMPLE.test(path))
    expect(paths.filter((path) => !exists(path))).toEqual([])
  })

  test("links only to files that exist", () => {
    const links = [...text.matchAll(LINK)].map(([, url = ""]) => url)
    // A path that leaves the repository is a page of its host.
    const relative = links.filter((url) => !/^(?:[a-z]+:|\/|\{\{)/.test(url) && !url.startsWith("../../security/"))
    expect(relative.filter((url) => !existsSync(join(dirname(document), decodeURI(url))))).toEqual([])
  })
})

test("the index lists every decision with its title, status and date", () => {
  const folder = "docs/decisions"
  const rows = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), "utf8")
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
      const [, status, date] = /^Status: (.+?)\. Date: (\d{4}-\d{2}-\d{2})\./m.exec(text) ?? []
      expect([file, Number(number)]).toEqual([file, Number(file.slice(0, 4))])
      return `| ${number} | [${title}](${file}) | ${status?.replace(/\[(\d+)\]\(.*\)/, "$1")} | ${date} |`
    })
  const index = readFileSync(join(folder, "README.md"), "utf8")
  expect(index.split("\n").filter((line) => /^\| \d/.test(line))).toEqual(rows)
})
