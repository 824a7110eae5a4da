import { expect, test } from "vitest"
import { requestMode } from "@/auth/request-mode"
import { MODE_COOKIE, MODE_HEADER } from "@/domain/mode"

function modeOf(headers: Record<string, string>): string {
  return requestMode(new Headers(headers))
}

test.each([
  ["nothing", {}, "live"],
  ["the cookie", { cookie: `a=b; ${MODE_COOKIE}=sandbox` }, "sandbox"],
  ["a cookie of an older version", { cookie: `${MODE_COOKIE}=test` }, "sandbox"],
  ["a cookie with another value", { cookie: `${MODE_COOKIE}=sandbox%20` }, "live"],
  ["the header", { [MODE_HEADER]: "sandbox" }, "sandbox"],
  ["the header before the cookie", { [MODE_HEADER]: "live", cookie: `${MODE_COOKIE}=sandbox` }, "live"],
] as const)("a request's mode follows from %s", (_, headers, mode) => {
  expect(modeOf(headers)).toBe(mode)
})

test.each(["", "Sandbox", "both", "live, sandbox"])("the header %j is refused", (value) => {
  expect(() => modeOf({ [MODE_HEADER]: value, cookie: `${MODE_COOKIE}=sandbox` })).toThrow(
    expect.objectContaining({ code: "bad_request" }),
  )
})
