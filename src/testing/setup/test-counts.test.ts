import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { playwrightCounts, vitestCounts, vitestFailures } from "./test-counts"

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "haat-counts-"))
  path = join(folder, "report.json")
})

afterEach(() => rmSync(folder, { recursive: true }))

function report(content: object): string {
  writeFileSync(path, JSON.stringify(content))
  return path
}

test("counts passed and failed tests", () => {
  const results = [{ status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] }]
  expect(vitestCounts(report({ numPassedTests: 1, numFailedTests: 1, testResults: results }), 1)).toEqual({
    passed: 1,
    failed: 1,
  })
  expect(playwrightCounts(report({ stats: { expected: 4, unexpected: 0, flaky: 0 }, errors: [] }), 0)).toEqual({
    passed: 4,
    failed: 0,
  })
})

test("counts a file that fails before its tests as a failure", () => {
  const results = [
    { status: "failed", assertionResults: [] },
    { status: "passed", assertionResults: [{ status: "passed" }] },
  ]
  expect(vitestCounts(report({ numPassedTests: 1, numFailedTests: 0, testResults: results }), 1)).toEqual({
    passed: 1,
    failed: 1,
  })
})

test("counts a test that passed only on a retry as a failure", () => {
  expect(playwrightCounts(report({ stats: { expected: 4, unexpected: 0, flaky: 1 }, errors: [] }), 0)).toEqual({
    passed: 4,
    failed: 1,
  })
})

test("counts a runner that fails as a failure", () => {
  expect(vitestCounts(report({ numPassedTests: 3, numFailedTests: 0, testResults: [] }), 1)).toEqual({
    passed: 3,
    failed: 1,
  })
  expect(playwrightCounts(report({ stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [] }), 1)).toEqual({
    passed: 0,
    failed: 1,
  })
  expect(vitestCounts(join(folder, "none.json"), null)).toEqual({ passed: 0, failed: 1 })
})

test("lists failures with file and reason", () => {
  const results = [
    {
      name: "a.test.ts",
      status: "failed",
      message: "",
      assertionResults: [
        { status: "passed" },
        { status: "failed", fullName: "limits hold", failureMessages: ["expected 1 to be 2"] },
      ],
    },
    { name: "b.test.ts", status: "failed", message: "Cannot find module", assertionResults: [] },
    { name: "c.test.ts", status: "passed", message: "", assertionResults: [{ status: "passed" }] },
  ]
  expect(vitestFailures(report({ testResults: results }))).toEqual([
    "a.test.ts > limits hold: expected 1 to be 2",
    "b.test.ts: Cannot find module",
  ])
  expect(vitestFailures(join(folder, "none.json"))).toEqual([])
})
