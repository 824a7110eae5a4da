import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { JsonCode } from "@/ui/json-code"

function render(text: string): string {
  return renderToStaticMarkup(createElement(JsonCode, { text }))
}
function withoutTags(html: string): string {
  return html.replace(/<[^>]+>/g, "").replaceAll("&quot;", '"')
}

test("names, strings and constants of JSON have colours, and its text is unchanged", () => {
  const text = JSON.stringify({ 'a "b": 1': ["x: y", -1.5e-9, true, null], c: "\\" }, null, 2)
  const html = render(text)
  expect(withoutTags(html)).toBe(text)
  expect(
    [...html.matchAll(/<span class="([^"]+)">([^<]*)<\/span>/g)].map(([, colour, token = ""]) => [
      colour,
      withoutTags(token),
    ]),
  ).toEqual([
    ["text-link", '"a \\"b\\": 1"'],
    ["text-neem-ink", '"x: y"'],
    ["text-marigold-ink", "-1.5e-9"],
    ["text-marigold-ink", "true"],
    ["text-marigold-ink", "null"],
    ["text-link", '"c"'],
    ["text-neem-ink", '"\\\\"'],
  ])
})

test("other text, and JSON that is very long, has none", () => {
  for (const text of ['accepted "1"', "", `[${"1,".repeat(20_000)}1]`]) expect(withoutTags(render(text))).toBe(text)
  expect(render('accepted "1"')).not.toContain("<span")
  expect(render(`[${"1,".repeat(20_000)}1]`)).not.toContain("<span")
})
