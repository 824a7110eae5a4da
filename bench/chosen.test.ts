import { expect, test } from "vitest"
import { chosenOf } from "./chosen"

const NAMES = ["GET /me", "OAuth UserInfo", "portal"]

test("all are measured, or those that have the words in their name", () => {
  expect([...chosenOf(undefined, NAMES)]).toEqual(NAMES)
  expect([...chosenOf("OAuth", NAMES)]).toEqual(["OAuth UserInfo"])
})

test("what no name has is refused, and the names are told", () => {
  expect(() => chosenOf("GET /yuo", NAMES)).toThrow(/"GET \/yuo"[^]*GET \/me\n.*OAuth UserInfo\n.*portal/)
})
