import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"
import { toCurl, missingParts } from "@/app/(portal)/requests/curl"

it("quotes everything for the shell", () => {
  const body = `{"courier_name":"Asha's $(touch /tmp/x) \`id\` \\"Express\\"","awb":"PX-1"}`
  const command = toCurl(
    {
      method: "PATCH",
      path: "/v1/seller/orders/so_1/ship",
      query: "a=1&b='2'",
      request_headers: { "content-type": "application/json", "content-length": "9" },
      request_body: body,
    },
    "https://haat.example",
  )
  // The shell prints the arguments that curl would get.
  const given = execFileSync(
    "sh",
    ["-c", command.replace(/^curl /, `for word in `) + `; do printf '%s\\0' "$word"; done`],
    { env: { NODE_ENV: "test", HAAT_KEY: "haat_test_key" } },
  ).toString()
  expect(given.split("\0").slice(0, -1)).toEqual([
    "-X",
    "PATCH",
    "https://haat.example/v1/seller/orders/so_1/ship?a=1&b='2'",
    "-H",
    "Authorization: Bearer haat_test_key",
    "-H",
    "content-type: application/json",
    "--data-raw",
    body,
  ])
})

it("is short for a simple request", () => {
  expect(
    toCurl(
      {
        method: "GET",
        path: "/v1/me",
        query: null,
        request_headers: { accept: "*/*", "accept-encoding": "gzip" },
        request_body: null,
      },
      "https://haat.example",
    ),
  ).toBe(`curl 'https://haat.example/v1/me' \\\n  -H "Authorization: Bearer $HAAT_KEY"`)
})

it("reports parts that the log did not store", () => {
  const whole = {
    method: "POST",
    path: "/v1/me",
    query: null,
    request_headers: { accept: "application/json" },
    request_body: '{"note":"…and so on"}',
  }
  expect(missingParts(whole)).toEqual([])
  expect(missingParts({ ...whole, query: "page=1&token=%5Bredacted%5D" })).toEqual(["redacted"])
  expect(missingParts({ ...whole, request_headers: { "user-agent": "sync of [redacted]" } })).toEqual(["redacted"])
  expect(missingParts({ ...whole, request_body: `{"phone":"[redacted]","note":"${"x".repeat(8_000)}…` })).toEqual([
    "redacted",
    "cut",
  ])
})
