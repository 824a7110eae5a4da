import fc from "fast-check"
import { expect, it, test } from "vitest"
import { closestRedirectUri } from "@/domain/closest-redirect-uri"
import { redirectUriMatches } from "@/domain/redirect-uri"

const REGISTERED = [
  "https://app.example/callback",
  "https://app.example:8443/callback?from=haat",
  "https://staging.app.example/oauth/done",
  "http://127.0.0.1/callback",
  "com.example.app:/callback",
]

it.each([
  ["http://app.example/callback", 0, ["scheme"]],
  ["https://app.exmaple/callback", 0, ["host"]],
  ["https://App.example/callback", 0, ["host"]],
  ["https://me@app.example/callback", 0, ["host"]],
  ["https://app.example:443/callback", 0, ["port"]],
  ["https://app.example/calback", 0, ["path"]],
  ["https://app.example/callback/", 0, ["trailing_slash"]],
  ["https://app.example/callback?", 0, ["query"]],
  ["https://app.example/callback#done", 0, ["fragment"]],
  ["https://app.example:8443/callback/?from=shop", 1, ["trailing_slash", "query"]],
  ["https://staging.app.example/oauth", 2, ["path"]],
  ["http://127.0.0.1:99999/callback", 3, ["port"]],
  ["http://127.0.0.1:5173/", 3, ["path"]],
  ["com.example.app://callback", 4, ["host", "path"]],
  ["callback", null, null],
] as const)("%s is closest to the right one", (sent, place, differences) => {
  expect(closestRedirectUri(REGISTERED, sent, true)).toEqual(
    place === null ? null : { uri: REGISTERED[place], differences },
  )
})

test("the port of a loopback address differs unless the app may use any", () => {
  const sent = "http://127.0.0.1:5173/callback"
  expect(closestRedirectUri(["http://127.0.0.1/callback"], sent, false)?.differences).toEqual(["port"])
  expect(closestRedirectUri(["http://127.0.0.1/callback"], sent, true)?.differences).toEqual([])
})

test("what differs in no part matches", () => {
  const uris = fc.webUrl({ withQueryParameters: true, withFragments: true, authoritySettings: { withPort: true } })
  fc.assert(
    fc.property(uris, uris, fc.boolean(), (registered, sent, anyPort) => {
      for (const other of [sent, registered])
        expect(closestRedirectUri([registered], other, anyPort)?.differences.length === 0).toBe(
          redirectUriMatches(registered, other, anyPort),
        )
    }),
    { numRuns: 25 },
  )
})
