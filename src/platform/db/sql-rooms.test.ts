import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** The folders that write SQL (docs/decisions/0027-folder-layout.md). */
const SQL_ROOMS = [
  "auth",
  "commands",
  "features/categories",
  "features/products",
  "features/requests",
  "features/seller-orders",
  "features/usage",
  "oauth",
  "orders",
  "platform/db",
  "platform/rate-limit",
  "platform/request-log",
  "sandbox",
  "webhooks/delivery",
  "worker",
]
const ELSEWHERE = ["platform/prisma", "testing"]
const STATEMENT = /["'`]\s*(?:SELECT|INSERT INTO|UPDATE \w+|DELETE FROM|WITH \w+ AS|LOCK TABLE)\b/

function isIn(folders: readonly string[]) {
  return (file: string) => folders.some((folder) => file.startsWith(`${folder}/`))
}

const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !isIn(ELSEWHERE)(file),
)
const withSql = sources.filter((file) => STATEMENT.test(readFileSync(`src/${file}`, "utf8")))

test("a file with SQL outside the rooms of SQL says in one line why it does not use Prisma", () => {
  const outside = withSql.filter((file) => !isIn(SQL_ROOMS)(file))
  expect(outside.length).toBeGreaterThan(0)
  expect(outside.filter((file) => !/^\/\/ SQL: /m.test(readFileSync(`src/${file}`, "utf8")))).toEqual([])
})

test("every room of SQL has some, and is named by the decision", () => {
  const decision = readFileSync("docs/decisions/0027-folder-layout.md", "utf8")
  for (const room of SQL_ROOMS) {
    expect([room, withSql.some(isIn([room]))]).toEqual([room, true])
    expect(decision).toContain(`\`src/${room}\``)
  }
})
