import { describe, expect, test } from "vitest"
import { operations, operationsByTag } from "@/docs/operations"
import { operationTitle, tagTitle } from "@/docs/titles"
import en from "@/i18n/messages/en.json"

test("the English titles are those of openapi.json", () => {
  expect(en.OperationTitles).toEqual(Object.fromEntries(operations().map(({ id, summary }) => [id, summary])))
  expect(Object.values(en.OperationTags)).toEqual(operationsByTag().map(({ name }) => name))
})

describe.each(["hi", "mai"] as const)("in %s", (locale) => {
  test("every operation and tag has a title of its own", () => {
    const titles = [
      ...operations().map((operation) => operationTitle(operation, locale)),
      ...operationsByTag().map(({ name }) => tagTitle(name, locale)),
    ]
    expect(titles.filter(({ language }) => language !== locale)).toEqual([])
    const names = operations().map((operation) => operationTitle(operation, locale).title)
    expect(new Set(names).size).toBe(names.length)
  })
})
