import { expect, test } from "vitest"
import { scoreOf } from "@/app/palette/score"

test("what begins like the query comes before what has it in it, and that before what is mistyped", () => {
  expect(scoreOf("page /usage", "usage", ["Usage"])).toBe(1)
  expect(scoreOf("page /usage", "sage", ["Usage"])).toBe(0.5)
  for (const mistyped of ["usge", "usagge", "usaeg", "usafe"])
    expect(scoreOf("page /usage", mistyped, ["Usage"]), mistyped).toBe(0.2)
  expect(scoreOf("page /webhooks", "webhok", ["Webhooks"])).toBe(0.2)
  expect(scoreOf("page /connected-apps", "conected ap", ["Connected apps"])).toBe(0.2)
})

test("short words, other first letters and too many errors are not forgiven", () => {
  for (const other of ["usg", "isage", "uzzge", "usage webxyz"])
    expect(scoreOf("page /usage", other, ["Usage"]), other).toBe(0)
})
