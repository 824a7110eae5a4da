import { describe, expect, test, vi } from "vitest"
import type * as Cookies from "@/http/cookies"

async function cookiesAt(appUrl: string): Promise<typeof Cookies> {
  vi.resetModules()
  vi.stubEnv("APP_URL", appUrl)
  return import("@/http/cookies")
}

describe("a request's cookie", () => {
  test.each([
    ["a=1", "1"],
    ["b=2; a=1", "1"],
    ["b=2;a=1;c=3", "1"],
    ["b=2;  a=1", "1"],
    ["a=1; a=2", "1"],
    ["a=", ""],
    ["a=x=y==", "x=y=="],
    ["a=%41%zz", "%41%zz"],
    ["aa=2; a=1", "1"],
    ["broken; a=1", "1"],
    ["__proto__=2; a=1", "1"],
  ])("is read from %s", async (header, value) => {
    const { readCookie } = await cookiesAt("http://localhost:3000")
    expect(readCookie(header, "a")).toBe(value)
  })

  test.each([null, undefined, "", "aa=1", "a", "A=1", "b=a=1", "toString=1"])("is missing in %s", async (header) => {
    const { readCookie } = await cookiesAt("http://localhost:3000")
    expect(readCookie(header, "a")).toBeNull()
    expect(readCookie(header, "constructor")).toBeNull()
  })
})

test.each([
  ["https://haat.example", "__Host-kept", ["Secure"]],
  ["http://localhost:3000", "kept", []],
])("a cookie of %s is host-only, HttpOnly and SameSite=Lax", async (url, named, secure) => {
  const { cookieName, serializeCookie } = await cookiesAt(url)
  const name = cookieName("kept")
  expect(name).toBe(named)
  const attributes = (header: string): string[] => header.split("; ").sort()
  const common = ["HttpOnly", "Path=/", "SameSite=Lax", ...secure]
  expect(attributes(serializeCookie(name, "a.b_c-d", 600))).toEqual(
    [...common, "Max-Age=600", `${name}=a.b_c-d`].sort(),
  )
  expect(attributes(serializeCookie(name, "", 0))).toEqual([...common, "Max-Age=0", `${name}=`].sort())
  expect(attributes(serializeCookie(name, "x", null))).toEqual([...common, `${name}=x`].sort())
})

test.each(["a;b", "a\r\nSet-Cookie: b=1", "a b\u0000"])(
  "a value that is invalid in a cookie is rejected: %j",
  async (value) => {
    const { serializeCookie } = await cookiesAt("http://localhost:3000")
    expect(() => serializeCookie("kept", value, 600)).toThrow(TypeError)
  },
)

test.each([600, 0, null])("a serialized cookie parses to the same values, with a lifetime of %s", async (seconds) => {
  const { parseSetCookieHeader, serializeCookie } = await cookiesAt("https://haat.example")
  expect(parseSetCookieHeader(serializeCookie("__Host-kept", "a%20.b", seconds))).toEqual({
    name: "__Host-kept",
    value: "a%20.b",
    path: "/",
    httpOnly: true,
    secure: true,
    sameSite: "lax",
    ...(seconds !== null && { maxAge: seconds }),
  })
})
