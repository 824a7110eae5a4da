import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { redirectUriMatches, redirectUriProblem } from "@/domain/redirect-uri"

const GOOD = [
  "https://app.example/callback",
  "https://app.example",
  "https://app.example?from=haat",
  "https://app.example:8443/callback?from=haat&to=%2Fhome",
  "https://app.example:443/callback",
  "https://xn--e1afmkfd.example/",
  "https://localhost/callback",
  "http://127.0.0.1/callback",
  "http://127.0.0.1:80/callback",
  "http://127.0.0.1:49152/callback",
  "http://[::1]:3000/callback",
  "http://localhost:3000",
  "https://192.0.2.7/callback",
  "https://[2001:db8::1]:8443/callback",
  "com.example.app:/callback",
  "com.example.app://callback/done",
]

describe("registered redirect URIs", () => {
  it.each(GOOD)("may be %s", (uri) => expect(redirectUriProblem(uri)).toBeNull())

  it.each([
    ["", "malformed"],
    ["/callback", "malformed"],
    ["//app.example/callback", "malformed"],
    ["https:app.example/callback", "malformed"],
    ["https:///app.example", "malformed"],
    ["https://", "malformed"],
    ["https://app.example:99999/", "malformed"],
    ["https://app.example/a b", "malformed"],
    [" https://app.example/", "malformed"],
    ["https://app.example/\n", "malformed"],
    ["https://app.example\\@evil.example/", "malformed"],
    ["https://app.example/%zz", "malformed"],
    ["https://दुकान.example/", "malformed"],
    ["com.example.app:callback", "malformed"],
    ["java\tscript:alert(1)", "malformed"],
    ["https://app.example/callback#", "fragment"],
    ["https://app.example/#a", "fragment"],
    ["https://*.example/", "wildcard"],
    ["https://app.example/*", "wildcard"],
    ["https://me@app.example/", "userinfo"],
    ["https://me:word@app.example/", "userinfo"],
    ["https://@app.example/", "userinfo"],
    ["https://a@b@app.example/", "userinfo"],
    ["com.example.app://me@host/", "userinfo"],
    ["javascript:alert(1)", "scheme"],
    ["JavaScript://app.example/%0aalert(1)", "scheme"],
    ["data:text/html,hello", "scheme"],
    ["vbscript:x", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["blob:https://app.example/1", "scheme"],
    ["myapp:/callback", "scheme"],
    ["urn:ietf:wg:oauth:2.0:oob", "scheme"],
    ["http://app.example/callback", "insecure"],
    ["http://127.0.0.1.evil.example/", "insecure"],
    ["http://127.0.0.2/", "insecure"],
    ["http://localhost.evil.example/", "insecure"],
    ["http://0x7f.1/", "insecure"],
    ["http://LOCALHOST/", "insecure"],
    ["HTTPS://app.example/", "not_canonical"],
    ["https://App.example/", "not_canonical"],
    ["https://app.example/a/../b", "not_canonical"],
    ["https://app.example/a/%2e%2e/b", "not_canonical"],
    ["https://ex%61mple.example/", "not_canonical"],
    ["https://0x7f.1/", "not_canonical"],
    ["Com.Example.App:/callback", "not_canonical"],
    ["https://app.example/?code=1", "reserved_query"],
    ["https://app.example/?a=1&st%61te=", "reserved_query"],
    ["https://app.example/?iss", "reserved_query"],
    ["com.example.app:/callback?error=1", "reserved_query"],
    ["https://a;sandbox/cb", "host"],
    ["https://a,b.example/cb", "host"],
    ["https://x'y;frame-ancestors/cb", "host"],
    ["https://a&b.example/", "host"],
    ["https://app_.example/", "host"],
    ["https://a$b/", "host"],
    ["com.example.app://a;b/callback", "host"],
    [`https://app.example/${"a".repeat(2000)}`, "too_long"],
  ])("may not be %j: %s", (uri, problem) => expect(redirectUriProblem(uri)).toBe(problem))

  test("accept only URIs that are safe and read the same by every parser", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "https",
        "http",
        "javascript",
        "com.x",
        ":",
        "//",
        "/",
        "@",
        "#",
        "?",
        "\\",
        "\t",
        "..",
        "%2e",
        "*",
        "localhost",
        "127.0.0.1",
        "evil.example",
        ":80",
        "code=1",
        ";",
        ",",
        "'",
      ),
      { maxLength: 9 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((parts) => parts.join("")),
        ),
        (uri) => {
          if (redirectUriProblem(uri) !== null) return
          const { protocol, username, password, hash, hostname } = new URL(uri)
          expect([username, password, hash]).toEqual(["", "", ""])
          expect(hostname).toMatch(/^(?:[A-Za-z0-9.-]*|\[[0-9a-f:.]+\])$/)
          if (protocol === "http:") expect(["127.0.0.1", "[::1]", "localhost"]).toContain(hostname)
          else expect(protocol).toMatch(/^https:$|\./)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe("matching a requested redirect URI", () => {
  test("is exact: any single change is a mismatch", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GOOD),
        fc.nat(),
        fc.string({ maxLength: 3 }),
        fc.boolean(),
        (uri, at, put, over) => {
          const index = at % (uri.length + 1)
          const changed = uri.slice(0, index) + put + uri.slice(index + (over ? 1 : 0))
          expect(redirectUriMatches(uri, changed, false)).toBe(changed === uri)
        },
      ),
    )
  })

  test("lets only the port of a loopback URI vary", () => {
    const host = fc.constantFrom("127.0.0.1", "[::1]", "localhost")
    const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: null })
    const path = fc.constantFrom("", "/", "/callback", "/callback?a=1", "/callback?a=1:2")
    fc.assert(
      fc.property(host, port, path, host, port, path, (hostA, portA, pathA, hostB, portB, pathB) => {
        const [a, b] = [
          `http://${hostA}${portA ? `:${portA}` : ""}${pathA}`,
          `http://${hostB}${portB ? `:${portB}` : ""}${pathB}`,
        ]
        expect(redirectUriMatches(a, b, true)).toBe(hostA === hostB && pathA === pathB)
        expect(redirectUriMatches(a, b, false)).toBe(a === b)
      }),
    )
  })

  it.each([
    "http://127.0.0.1:0/callback",
    "http://127.0.0.1:65536/callback",
    "http://127.0.0.1:/callback",
    "http://127.0.0.1:08/callback",
    "http://127.0.0.1:80@evil.example/callback",
    "http://127.0.0.1.evil.example/callback",
    "http://127.0.0.1:1/callback/",
    "http://127.0.0.1:1/callback?x",
    "http://127.0.0.1:1/callback#x",
    "http://127.0.0.1:1/Callback",
    "http://127.0.0.1:1/x/../callback",
    "http://127.0.0.1:1/callback\n",
    "http://127.0.0.1:1//callback",
    "http://localhost:1/callback",
    "https://127.0.0.1:1/callback",
    "HTTP://127.0.0.1:1/callback",
  ])("with any port rejects %j", (requested) =>
    expect(redirectUriMatches("http://127.0.0.1/callback", requested, true)).toBe(false),
  )

  test("allows any port for loopback only", () => {
    expect(redirectUriMatches("https://app.example/callback", "https://app.example:8443/callback", true)).toBe(false)
    expect(redirectUriMatches("com.example.app:/callback", "com.example.app:/callback/", true)).toBe(false)
  })
})
