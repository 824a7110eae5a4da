import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import { OauthProvider } from "@/testing/fixtures/oauth-provider"

const PAGES = ["/oauth/authorize", "/oauth/sign-in", "/oauth/consent", "/oauth/end_session"]
const FORM = { "content-type": "application/x-www-form-urlencoded" }

describe.each(LANES)("the provider's pages, on the %s lane", (lane) => {
  let provider: OauthProvider
  let app: TestApp

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    app = await provider.app({ required: ["openid"] })
  })
  afterAll(() => provider.close())

  const styleOf = (html: string): string => /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? ""

  test("contain no scripts or inline styles, and their CSP allows neither", async () => {
    const browser = provider.browser()
    const signIn = await browser.goto(provider.authorizeUrl(app))
    const consent = await provider.signIn(browser, await provider.person())
    const signOut = await browser.goto("/oauth/end_session")
    const error = await browser.goto("/oauth/authorize?client_id=nobody")
    for (const page of [signIn, consent, signOut, error]) {
      expect(page.html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
      expect(page.html).toMatch(/^<!doctype html><html lang="en"[ >]/)
      const policy = page.headers.get("content-security-policy") ?? ""
      expect(policy.replace(/form-action [^;]*/, "form-action")).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action; frame-ancestors 'none'; base-uri 'none'",
      )
      expect(styleOf(page.html)).toBe(styleOf(signIn.html))
    }
  })

  test("share a stylesheet that is immutable under its current hashed name and uncached under others", async () => {
    const path = styleOf((await provider.browser().goto(provider.authorizeUrl(app))).html)
    const style = await provider.request(path)
    expect([style.status, style.headers.get("content-type"), style.headers.get("cache-control")]).toEqual([
      200,
      "text/css; charset=utf-8",
      "public, max-age=31536000, immutable",
    ])
    expect(style.text).toContain("min-h-11")
    const other = await provider.request(path.replace(/[^/]+$/, "of-another-version.css"))
    expect([other.status, other.headers.get("cache-control")]).toEqual([200, "no-store"])
  })

  test.each(PAGES)("%s rejects other methods with JSON and unsupported bodies with an HTML page", async (path) => {
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const { status, headers, json } = await provider.request(path, { method })
      expect([method, status, headers.get("allow"), json.error]).toEqual([method, 405, "GET, POST", "invalid_request"])
    }
    const multipart = { "content-type": "multipart/form-data; boundary=x" }
    for (const init of [
      { headers: multipart, body: "--x\r\nbroken" },
      { headers: { "content-type": "application/json" }, body: "{}" },
      { headers: FORM, body: `state=${"x".repeat(70_000)}` },
    ]) {
      const { status, headers } = await provider.request(path, { method: "POST", ...init })
      expect([status, headers.get("content-type"), headers.get("x-frame-options")]).toEqual([
        400,
        "text/html; charset=utf-8",
        "DENY",
      ])
    }
  })

  test("respond to HEAD without a body where GET is safe, and with 405 elsewhere", async () => {
    const { url } = await provider.browser().goto(provider.authorizeUrl(app))
    const { pathname, search } = new URL(url)
    const head = await provider.request(pathname + search, { method: "HEAD" })
    expect([head.status, head.text]).toEqual([400, ""])
    expect((await provider.request("/oauth/consent", { method: "HEAD" })).status).toBe(405)
  })

  if (lane === "fast")
    test("ignore the request headers of Next's client router", async () => {
      const { pathname, search } = new URL(provider.authorizeUrl(app, { redirect_uri: "https://evil.example/" }))
      for (const headers of [
        { rsc: "1", "next-router-state-tree": "%" },
        { "next-router-prefetch": "1", rsc: "1" },
        { "next-action": "0123456789" },
        { range: "bytes=9-1" },
      ] as Record<string, string>[]) {
        const response = await provider.request(pathname + search, { headers })
        expect([response.status, response.headers.get("vary")]).toEqual([400, expect.not.stringMatching(/rsc|next/i)])
        expect(response.text).toContain("not registered")
        const posted = await provider.request(pathname, {
          method: "POST",
          headers: { ...headers, ...FORM },
          body: "client_id=nobody",
        })
        expect([posted.status, posted.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"])
      }
    })
})
