import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { playwrightDurations, slowest, vitestDurations } from "./test-durations"

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "haat-durations-"))
  path = join(folder, "report.json")
})

afterEach(() => rmSync(folder, { recursive: true }))

test("the duration of a Playwright file is the sum of its tests", () => {
  const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] })
  const suites = [
    { file: "a.spec.ts", specs: [spec(1), spec(2, 3)], suites: [{ file: "a.spec.ts", specs: [spec(4)] }] },
  ]
  writeFileSync(path, JSON.stringify({ suites }))
  expect(playwrightDurations(path)).toEqual([{ name: "e2e/a.spec.ts", milliseconds: 10 }])
})

test("returns the requested number of slowest files, slowest first", () => {
  writeFileSync(path, JSON.stringify([1, 3, 2].map((milliseconds) => ({ name: `${milliseconds}`, milliseconds }))))
  expect(slowest(vitestDurations(path), 2).map(({ name }) => name)).toEqual(["3", "2"])
})

test("returns no durations if there is no report", () => {
  expect([vitestDurations(path), playwrightDurations(path)]).toEqual([[], []])
  writeFileSync(path, "{")
  expect([vitestDurations(path), playwrightDurations(path)]).toEqual([[], []])
})
