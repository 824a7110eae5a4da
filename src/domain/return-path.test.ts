import { describe, expect, it } from "vitest"
import { signInEntryPath, mailableReturnPath, returnPath, safeReturnPath, signInPath } from "@/domain/return-path"

describe("the return path after signing in", () => {
  it.each([
    "/keys",
    "/store?status=packed&page=2",
    "/orders/HT-2605-000123#parcel",
    "/%2Fevil.example",
    "/oauth/consent?interaction=0190",
  ])("may be %s", (path) => {
    expect(returnPath(path)).toBe(path)
  })

  it.each([
    undefined,
    "",
    ["/keys", "/store"],
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/..//evil.example",
    "javascript:alert(1)",
    " /keys",
    "/sign-in?return=/keys",
    "/sign-up",
    "/api/auth/signout",
    "/oauth/authorize?client_id=evil&redirect_uri=https://evil.example",
    "/oauth/consent/../authorize",
    "/oauth/end_session?post_logout_redirect_uri=https://evil.example",
  ])("is the fallback for %j", (requested) => {
    expect(returnPath(requested)).toBe("/overview")
    expect(safeReturnPath(requested)).toBeNull()
  })

  it("survives encoding in the sign-in URL", () => {
    expect(new URL(signInPath("/store?status=packed&page=2"), "http://haat.example").searchParams.get("return")).toBe(
      "/store?status=packed&page=2",
    )
  })

  it("leads to an app through the app's own sign-in page", () => {
    expect(signInEntryPath(null)).toBe("/sign-in")
    expect(signInEntryPath("/keys")).toBe("/sign-in?return=%2Fkeys")
    expect(signInEntryPath("/oauth/consent?interaction=0190")).toBe("/oauth/consent?interaction=0190")
  })

  it.each([
    "/keys",
    "/oauth/consent?interaction=01a201e8-ce26-774b-9c07-366103f321ab",
    "/orders?status=delivered&page=2",
  ])("may appear in an email as %s", (path) => {
    expect(mailableReturnPath(path)).toBe(path)
  })

  it.each([
    undefined,
    "//evil",
    "/products?q=visit+evil.example",
    "/products?q=%76isit",
    "/evil.example",
    "/sign-in",
    "https:",
    `/${"x".repeat(200)}`,
  ])("does not appear in an email as %j", (path) => {
    expect(mailableReturnPath(path)).toBeNull()
  })
})
