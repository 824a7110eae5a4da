import { describe, expect, test } from "vitest"
import { z } from "zod"
import { checkReplacements } from "@/api/deprecations"
import type { Route } from "@/api/routes"
import { toServedApi } from "@/api/served"
import {
  type ApiVersion,
  changesSince,
  checkVersions,
  downgradeResponse,
  upgradeInput,
  type VersionChange,
  versionFor,
  withFormerParameters,
} from "@/api/versions/versions"
import type { Deprecation } from "@/domain/deprecation"
import { DEPRECATION, VERSIONED_API } from "@/testing/fixtures/versioned-api"
import { deprecated } from "@/trpc/deprecated"
import { requireScope, router } from "@/trpc/procedures"

function route(operationId: string): Route {
  const found = VERSIONED_API.routes.find(({ meta }) => meta.openapi.operationId === operationId)
  if (!found) throw new Error(`there is no ${operationId}`)
  return found
}
/** A member gets another name. */
function renamed(from: string, to: string): VersionChange {
  return {
    operations: ["getNote"],
    description: `${from} is ${to}.`,
    formerParameters: { [from]: "string" },
    upgradeRequest: ({ [from]: value, ...input }) => (value === undefined ? input : { ...input, [to]: value }),
    downgradeResponse: ({ [to]: value, ...body }) => (value === undefined ? body : { ...body, [from]: value }),
  }
}
const [FIRST, SECOND, THIRD] = ["2026-05-01", "2027-01-01", "2027-07-01"] as const
const THREE: readonly ApiVersion[] = [
  { date: FIRST, changes: [] },
  { date: SECOND, changes: [renamed("name", "title"), { ...renamed("x", "y"), operations: ["createNote"] }] },
  { date: THIRD, changes: [renamed("title", "heading")] },
]
function json(body: object) {
  return { status: 200, headers: {}, body: JSON.stringify(body) }
}

describe("three versions", () => {
  test.each([
    [FIRST, "name"],
    [SECOND, "title"],
    [THIRD, "heading"],
  ])("a client of %s sends and reads %s", (version, member) => {
    const changes = changesSince(THREE, version, route("getNote"))
    expect(upgradeInput(changes, { [member]: "A" })).toEqual({ heading: "A" })
    expect(downgradeResponse(changes, json({ heading: "A" })).body).toBe(JSON.stringify({ [member]: "A" }))
    const { queryParameters } = withFormerParameters({ queryParameters: new Map([["heading", "string"]]) }, changes)
    expect([...queryParameters.keys()].at(changes.length > 0 ? 1 : 0)).toBe(member)
  })

  test("an operation has its own changes only", () => {
    expect(changesSince(THREE, FIRST, route("listNotes"))).toEqual([])
    expect(changesSince(THREE, FIRST, route("createNote")).map(({ description }) => description)).toEqual(["x is y."])
  })

  test("the header goes before the key, and neither counts if it is no version", () => {
    expect(versionFor(THREE, SECOND, THIRD)).toBe(SECOND)
    expect(versionFor(THREE, "2026-12-31", THIRD)).toBe(THIRD)
    expect(versionFor(THREE, "2026-12-31", "2028-01-01")).toBe(FIRST)
    expect(versionFor(THREE, null, null)).toBe(FIRST)
  })
})

describe("what cannot be served", () => {
  test("versions that are not in the order of their dates", () => {
    const [first, second] = THREE as [ApiVersion, ApiVersion]
    expect(() => checkVersions(THREE, VERSIONED_API.routes)).not.toThrow()
    for (const versions of [
      [second, first],
      [first, second, second],
    ])
      expect(() => checkVersions(versions, VERSIONED_API.routes)).toThrow(/is not the newest/)
  })

  test("a change of an operation that does not exist", () => {
    const unknown = [{ date: FIRST, changes: [{ operations: ["getNothing"], description: "None." }] }]
    expect(() => checkVersions(unknown, VERSIONED_API.routes)).toThrow("changes getNothing, which is no operation")
  })

  test("an operation or a field whose sunset is too early", () => {
    const early = { ...DEPRECATION, sunset: "2027-01-01" }
    const serve = (declared: Deprecation) => () =>
      toServedApi(
        router({
          get: requireScope("catalog.read")
            .meta({
              openapi: {
                method: "GET",
                path: "/things",
                operationId: "getThing",
                tags: ["Platform"],
                summary: "Retrieve a thing",
                description: "A thing.",
                deprecated: declared,
              },
            })
            .output(z.object({ data: z.string() }))
            .query(() => ({ data: "thing" })),
        }),
        [{ date: FIRST, changes: [] }],
      )
    expect(serve(DEPRECATION)).not.toThrow()
    expect(serve(early)).toThrow("the sunset of getThing is 42 days after its deprecation")
    expect(() => deprecated(z.string(), early)).toThrow("at least 183 days later")
  })

  test("a replacement that does not exist", () => {
    const { meta, ...rest } = route("getNote")
    const replaced = (replacement: string): Route => ({
      ...rest,
      meta: { ...meta, openapi: { ...meta.openapi, deprecated: { ...DEPRECATION, replacement } } },
    })
    expect(() => checkReplacements([replaced("getNote")])).not.toThrow()
    expect(() => checkReplacements([replaced("getNothing")])).toThrow("getNothing, which is no operation")
  })
})
