import { expect, test } from "vitest"
import { selectMeasurements } from "./selection"

const NAMES = ["GET /me", "OAuth UserInfo", "portal"]

test("selects all measurements, or those whose name contains the text", () => {
  expect([...selectMeasurements(undefined, NAMES)]).toEqual(NAMES)
  expect([...selectMeasurements("OAuth", NAMES)]).toEqual(["OAuth UserInfo"])
})

test("rejects a text that no name contains, and lists the names", () => {
  expect(() => selectMeasurements("GET /yuo", NAMES)).toThrow(/"GET \/yuo"[^]*GET \/me\n.*OAuth UserInfo\n.*portal/)
})
