import { describe, expect, test } from "vitest"
import { DESCRIPTIONS } from "@/docs/descriptions"
import { type Field, fieldsOf, parametersOf } from "@/docs/fields"
import { openapiDocument } from "@/docs/openapi-document"
import { eventTypes, operations, operationsByTag } from "@/docs/operations"
import { PROBLEMS, type ProblemCode } from "@/domain/problem"

/** Every text of openapi.json that the reference shows. */
function shownTexts(): string[] {
  const document = openapiDocument()
  const ofFields = (fields: readonly Field[]): string[] =>
    fields.flatMap(({ description, fields: inner }) => [description?.text ?? "", ...ofFields(inner)])
  const texts = [
    document.info.summary,
    document.info.description,
    ...operationsByTag().map(({ description }) => description),
    ...operations().flatMap(({ description, parameters, body, success, errors }) => [
      description ?? "",
      ...ofFields(parametersOf(document, parameters, "en")),
      ...(body ? ofFields(fieldsOf(document, body.schema, "en")) : []),
      ...(success.schema ? ofFields(fieldsOf(document, success.schema, "en")) : []),
      ...success.headers.map((header) => header.description),
      ...errors.flatMap((error) => [error.description, ...error.codes.map((code) => PROBLEMS[code as ProblemCode][1])]),
    ]),
    ...eventTypes().flatMap(({ name, summary, description, schema }) => [
      summary === name ? "" : summary,
      description ?? "",
      ...ofFields(fieldsOf(document, schema, "en")),
    ]),
  ]
  return [...new Set(texts)].filter((text) => text !== "")
}

/** What a translation must not change: code, URLs and numbers. */
function fixedParts(text: string): string[] {
  return [...text.matchAll(/`[^`]+`|https?:\/\/\S+|\d+(?:[.,:-]\d+)*/g)].map(([part]) => part).sort()
}

describe.each(["hi", "mai"] as const)("in %s", (locale) => {
  const translations = new Map(Object.entries(DESCRIPTIONS[locale]))

  test("every text of the reference is translated, and no other", () => {
    const shown = shownTexts()
    expect(shown.filter((text) => !translations.has(text))).toEqual([])
    expect([...translations.keys()].filter((text) => !shown.includes(text))).toEqual([])
  })

  test("code, URLs and numbers are those of the English text", () => {
    const changed = [...translations].filter(
      ([text, translated]) => fixedParts(text).join() !== fixedParts(translated ?? "").join(),
    )
    expect(changed).toEqual([])
  })
})
