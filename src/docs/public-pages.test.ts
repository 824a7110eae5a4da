import { expect, test } from "vitest"
import { describePage, publicPaths } from "@/docs/public-pages"
import { LOCALES } from "@/domain/locale"

test("every public page has a description of its own in each language, without markup", () => {
  for (const locale of LOCALES) {
    const pages = new Map<string | undefined, string[]>()
    for (const path of publicPaths()) {
      const description = describePage(path, locale)?.description
      expect(description, path).toMatch(/^[^*`\]]+$/)
      pages.set(description, [...(pages.get(description) ?? []), path])
    }
    expect([...pages.values()].filter((paths) => paths.length > 1)).toEqual([])
  }
})
