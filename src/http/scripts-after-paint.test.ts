import { describe, expect, test } from "vitest"
import { PageRewriter } from "@/http/scripts-after-paint"

const PAGE = `<!DOCTYPE html><html><head><title>मूल्य</title><link rel="preload" as="script" fetchPriority="low" nonce="n1" href="/_next/start.js"/><script src="/_next/a.js" async="" nonce="n1"></script><script src="/_next/b.js" async="" nonce="n1"></script></head><body><p>₹ 100</p><script nonce="n1" id="_R_">start()</script><script src="/_next/start.js" nonce="n1" async=""></script><p>धन्यवाद</p><script src="/_next/later.js" async="" nonce="n1"></script></body></html>`

function rewrite(parts: readonly Buffer[]): string {
  const rewriter = new PageRewriter()
  return Buffer.concat([...parts.map((part) => rewriter.write(part)), rewriter.end()]).toString()
}

const page = Buffer.from(PAGE)
const whole = rewrite([page])

describe("a page whose scripts are requested after its first paint", () => {
  test("has them in one inline script with the page's nonce, in order, and keeps the rest", () => {
    expect(whole).toContain('(["/_next/start.js","/_next/a.js","/_next/b.js"],2000)</script></head>')
    expect(whole.match(/<script nonce="n1">/g)).toHaveLength(1)
    expect([...whole.matchAll(/<script src="([^"]+)"/g)].map(([, url]) => url)).toEqual(["/_next/later.js"])
    expect(whole).not.toContain("preload")
    expect(whole).toContain("<title>मूल्य</title>")
    expect(whole.slice(whole.indexOf("</head>"))).toBe(
      '</head><body><p>₹ 100</p><script nonce="n1" id="_R_">start()</script><p>धन्यवाद</p><script src="/_next/later.js" async="" nonce="n1"></script></body></html>',
    )
  })

  test("is the same wherever its parts begin", () => {
    for (let at = 1; at < page.length; at++)
      expect(rewrite([page.subarray(0, at), page.subarray(at)]), `split at ${at}`).toBe(whole)
    expect(rewrite([...page].map((byte) => Buffer.of(byte)))).toBe(whole)
  })

  test("is unchanged if it is empty, and paints nothing without scripts", () => {
    const empty = PAGE.replace("<html>", '<html id="__next_error__">')
    expect(rewrite([Buffer.from(empty)])).toBe(empty)
  })

  test("is passed on as soon as it is known", () => {
    const rewriter = new PageRewriter()
    const at = page.indexOf("<script nonce")
    expect(rewriter.write(page.subarray(0, at)).toString().endsWith("<p>₹ 100</p>")).toBe(true)
  })

  test.each(["<html><head><title>No scripts</title></head><body>Text</body></html>", "no head", ""])(
    "is unchanged without scripts: %s",
    (text) => expect(rewrite([Buffer.from(text)])).toBe(text),
  )
})
