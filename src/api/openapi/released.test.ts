import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { openapiText } from "@/api/openapi/text"

// The released API description. A release updates it: curl -s $APP_URL/v1/openapi.json > src/api/openapi/released.json
const RELEASED = readFileSync(new URL("./released.json", import.meta.url), "utf8")

interface Description {
  info: { contact: { url: string } }
  paths: Record<string, Record<string, { parameters?: { name: string; required: boolean }[] }>>
  components: { schemas: Record<string, { required?: string[] }> }
}

/** Replaces the origin of the server with a fixed one. */
function read(text: string): Description {
  const { info } = JSON.parse(text) as Description
  return JSON.parse(text.replaceAll(new URL(info.contact.url).origin, "https://haat.example")) as Description
}

/** Texts that a release may change, but not remove. */
const WORDS = new Set(["description", "summary", "example", "examples", "title", "version"])

/** Returns the paths of members that are missing or have changed. */
function lost(before: unknown, now: unknown, at = ""): string[] {
  if (now === undefined) return [at]
  if (Array.isArray(before)) return Array.isArray(now) ? before.flatMap((item) => lostItem(item, now, at)) : [at]
  if (!isObject(before)) return before === now ? [] : [`${at}: ${String(before)}`]
  if (!isObject(now)) return [at]
  return Object.entries(before).flatMap(([name, value]) => {
    const place = `${at}/${name}`
    // A schema may have a member named "description".
    if (WORDS.has(name) && !at.endsWith("/properties")) return isEmpty(now[name]) ? [place] : []
    return lost(value, now[name], place)
  })
}

/** Each item of a list must have its equal in the new list, in any position. */
function lostItem(item: unknown, now: unknown[], at: string): string[] {
  if (now.some((one) => lost(item, one).length === 0)) return []
  const place = `${at}[${nameOf(item)}]`
  const same = now.find((one) => nameOf(one) === nameOf(item))
  return same === undefined ? [place] : lost(item, same, place)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function isEmpty(words: unknown): boolean {
  return words === undefined || words === "" || (Array.isArray(words) && words.length === 0)
}

function nameOf(item: unknown): string {
  return isObject(item) && typeof item.name === "string" ? item.name : JSON.stringify(item)
}

/** Returns the required parameters of each operation and the required members of each body. */
function demands({ paths, components }: Description): Map<string, string[]> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]): [string, string[]] => [
      `${method} ${path}`,
      parameters.flatMap(({ name, required }) => (required ? [name] : [])),
    ]),
  )
  const bodies = Object.entries(components.schemas).flatMap(([name, { required = [] }]): [string, string[]][] =>
    name.endsWith("Request") ? [[name, required]] : [],
  )
  return new Map([...operations, ...bodies])
}

const released = read(RELEASED)
const described = read(openapiText())

test("every released operation, parameter, status, header, member, value, description and example is kept", () => {
  expect(lost(released, described)).toEqual([])
})

test("no released operation or body has an additional required parameter or member", () => {
  const known = demands(released)
  const now = [...demands(described)].filter(([name]) => known.has(name))
  expect(Object.fromEntries(now)).toEqual(Object.fromEntries(known))
})

describe("a removal is reported by its path", () => {
  test.each([
    ["/a", { a: 1 }, {}],
    ["/a: integer", { a: "integer" }, { a: "string" }],
    ['/enum["b"]', { enum: ["a", "b"] }, { enum: ["a", "c"] }],
    ["/description", { description: "Words." }, { description: "" }],
    ["/properties/description", { properties: { description: {} } }, { properties: {} }],
    ["/p[page]/description", { p: [{ name: "page", description: "Which." }] }, { p: [{ name: "page" }] }],
  ])("%s", (place, before, now) => {
    expect(lost(before, now)).toEqual([place])
  })

  test("an addition or a new wording is not a removal", () => {
    expect(lost({ enum: ["a"], summary: "One" }, { enum: ["b", "a"], summary: "Two", more: true })).toEqual([])
  })
})
