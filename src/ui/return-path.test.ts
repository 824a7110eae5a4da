import { describe, expect, it } from "vitest"
import { returnPath, signInPath } from "@/ui/return-path"

describe("the way back after signing in", () => {
  it.each(["/keys", "/store?status=packed&page=2", "/orders/HT-2605-000123#parcel", "/%2Fevil.example"])("may be %s", (path) => {
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
  ])("is the fallback for %j", (asked) => {
    expect(returnPath(asked)).toBe("/overview")
  })

  it("survives being put into the sign-in page's address", () => {
    expect(new URL(signInPath("/store?status=packed&page=2"), "http://haat.example").searchParams.get("return")).toBe("/store?status=packed&page=2")
  })
})
