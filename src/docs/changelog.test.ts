import { describe, expect, test } from "vitest"
import { apiChangelog, parseChangelog } from "@/docs/changelog"
import { changelogFeed } from "@/docs/changelog-feed"

describe("the changelog", () => {
  test("has an entry for each date, the newest first, down to the first version", () => {
    const dates = apiChangelog().entries.map(({ date }) => date)
    expect(dates.slice(-2)).toEqual(["2026-11-21", "2026-05-01"])
    expect(dates).toEqual([...dates].sort().reverse())
  })

  test.each([
    ["a date", "## November\n\n### Added\n\n- One.\n"],
    ["a date", "## 2026-02-30\n\n### Added\n\n- One.\n"],
    ["a change is one of", "## 2026-11-26\n\n### Removed\n\n- One.\n"],
    ["something else than one list", "## 2026-11-26\n\n### Added\n\nOne.\n"],
    ["something else than one list", "## 2026-11-26\n\n### Added\n\n- One.\n\nTwo.\n"],
    ["in the order", "## 2026-11-26\n\n### Fixed\n\n- One.\n\n### Added\n\n- Two.\n"],
    ["in the order", "## 2026-11-26\n\nNothing.\n"],
    ["a later one", "## 2026-11-25\n\n### Added\n\n- One.\n\n## 2026-11-26\n\n### Added\n\n- Two.\n"],
    ["a later one", "## 2026-11-25\n\n### Added\n\n- One.\n\n## 2026-11-25\n\n### Added\n\n- Two.\n"],
  ])("is refused with words: %s", (words, body) => {
    expect(() => parseChangelog(body)).toThrow(words)
  })
})

test("the feed has what RFC 4287 requires", () => {
  const feed = changelogFeed()
  const [head = "", ...entries] = feed.split("<entry>\n")
  for (const part of [head, ...entries])
    for (const name of ["id", "title", "updated"])
      expect([name, part.split(`<${name}`).length - 1, part.split(`</${name}>`).length - 1]).toEqual([name, 1, 1])
  expect(head).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom"/)
  expect(head).toMatch(/<author><name>Haat<\/name>/)
  expect(head).toMatch(/<link rel="self" type="application\/atom\+xml" href="https?:[^"]+\/docs\/changelog.atom"\/>/)
  expect(entries.map((entry) => /<updated>(.*)T00:00:00Z<\/updated>/.exec(entry)?.[1])).toEqual(
    apiChangelog().entries.map(({ date }) => date),
  )
  const ids = entries.map((entry) => /<id>(.*)<\/id>/.exec(entry)?.[1])
  expect(new Set(ids).size).toBe(entries.length)
  expect(ids[0]).toMatch(/^tag:[a-z0-9.-]+,2026-05-01:changelog\/\d{4}-\d\d-\d\d$/)
  for (const entry of entries) {
    expect(entry).toMatch(/<link rel="alternate" type="text\/html" href="https?:[^"]+\/docs\/changelog#\d{4}/)
    // Escaped HTML is text, so that an entry has no other element than those above.
    expect(/<content type="html">([^<]*)<\/content>/.exec(entry)?.[1]).toMatch(/^&lt;h3&gt;|^&lt;p&gt;/)
    expect(entry.replace(/&(amp|lt|gt|quot);/g, "")).not.toContain("&")
  }
})
