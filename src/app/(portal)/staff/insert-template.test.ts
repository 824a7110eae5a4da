import { expect, test } from "vitest"
import { insertTemplate } from "@/app/(portal)/staff/insert-template"

const [GOOD, SCOPES] = [
  "Thank you. Everything looks good.",
  "Please request only the scopes that your app needs.",
] as const
function choose(words: string, ...selected: string[]): string {
  return selected.reduce((held, template) => insertTemplate(held, template, [GOOD, SCOPES]), words)
}

test("a template fills an empty field, is replaced by the next one, and can be cleared", () => {
  expect(choose("", GOOD)).toBe(GOOD)
  expect(choose(" \n", GOOD)).toBe(GOOD)
  expect(choose("", GOOD, SCOPES)).toBe(SCOPES)
  expect(choose("", GOOD, "")).toBe("")
})

test("the reviewer's text stays, and the template is appended", () => {
  expect(choose("The logo is blurred.", SCOPES)).toBe(`The logo is blurred.\n${SCOPES}`)
  expect(choose("The logo is blurred.\n", SCOPES, GOOD)).toBe(`The logo is blurred.\n${GOOD}`)
  expect(choose("The logo is blurred.", SCOPES, "")).toBe("The logo is blurred.")
  expect(choose("The logo is blurred. ", "")).toBe("The logo is blurred. ")
  expect(choose(`${GOOD} But the logo is blurred.`, SCOPES)).toBe(`${GOOD} But the logo is blurred.\n${SCOPES}`)
})
