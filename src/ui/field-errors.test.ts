import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

// Attributes for which a browser would block a form with messages of its own.
const CONSTRAINT =
  /\b(?:required|minLength|pattern|min|max|step)(?=[\s={/>])|type="(?:email|url|number|date|datetime-local|month|time|week)"/

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => [file, readFileSync(`src/${file}`, "utf8")] as const)

const forms = sources.flatMap(([file, text]) =>
  [...text.matchAll(/<form\b.*?<\/form>/gs)].map(([form]) => [file, form] as const),
)

test("every form has noValidate, because browsers have no messages in Maithili", () => {
  expect(forms.length).toBeGreaterThan(30)
  expect(
    forms.filter(([, form]) => CONSTRAINT.test(form) && !form.includes("noValidate")).map(([file]) => file),
  ).toEqual([])
})

test("every form that is sent by scripts has method post, so that fields never appear in a URL", () => {
  const attributes = forms.map(([file, form]) => [file, form.split(/[^=]>/)[0] ?? ""] as const)
  expect(attributes.filter(([, form]) => !/\b(?:action=|method="post")/.test(form)).map(([file]) => file)).toEqual([])
})
