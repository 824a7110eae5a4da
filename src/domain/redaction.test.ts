import { describe, expect, it } from "vitest"
import { type CredentialKind, composeCredential, PREFIXES } from "@/domain/credential"
import { REDACTED, redactBody, redactPath, redactQuery, redactText } from "@/domain/redaction"

function credential(kind: CredentialKind): string {
  return composeCredential(kind, () => Math.floor(Math.random() * 256))
}

describe("redacted text", () => {
  it.each(Object.keys(PREFIXES) as CredentialKind[])("contains no %s", (kind) => {
    const secret = credential(kind)
    expect(redactText(`it was ${secret}, sorry`)).toBe(`it was ${PREFIXES[kind]}${REDACTED}, sorry`)
  })

  it.each([
    ["a webhook secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    ["a signed token", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhY2NfMSJ9.c2lnbmF0dXJl"],
    ["an encrypted token", "eyJhbGciOiJkaXIifQ..iv-iv-iv.cipher.tag"],
    ["another provider's key", "sk_live_51Habcdefghijklmnop"],
    ["an authorization header", "Authorization: Bearer abcdef0123456789"],
    ["a password in a header", "Basic YXNoYTpodW50ZXIy"],
    ["an email address", "asha.jha+haat@example.in"],
    ["an email address in Devanagari", "आशा@उदाहरण.भारत"],
    ["an Indian mobile number", "9876543210"],
    ["a mobile number with its country code", "+91 98765 43210"],
    ["a mobile number in Devanagari digits", "९८७६५४३२१०"],
    ["a foreign phone number", "+44 (20) 7946 0958"],
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----"],
  ])("does not contain %s", (_what, secret) => {
    const redacted = redactText(`before ${secret} after`)
    expect(redacted).toMatch(/^before .*\[redacted\] after$/s)
    expect(redacted).not.toContain(secret.slice(-6))
  })

  it.each([
    "HT-2611-000123-1",
    "so_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a90",
    "2026-11-21T18:45:00.000Z",
    "price 1234567890 paise",
    "phool-makhana-classic-250-g",
    "GET /v1/products?page=2",
    "मखान",
  ])("keeps %s", (text) => expect(redactText(text)).toBe(text))

  it("is computed quickly for any input", () => {
    for (const part of ["a", "9", "@", "a@", "+9 ", "eyJ", "haat_live_", "Bearer ", "-----BEGIN ", ". ", "x:"])
      redactBody(part.repeat(Math.ceil(65_536 / part.length)))
  })
})

describe("a redacted body", () => {
  it("has no value under a sensitive name, at any depth and in any spelling", () => {
    const body = {
      courier_name: "Pavan Express",
      awb: "9876543210",
      client_secret: "hunter2",
      nested: [
        {
          clientSecret: 12,
          "Client-Secret": ["a"],
          delivery_address: { name: "Asha Jha" },
          email_verified: true,
          phone: null,
        },
      ],
      [`haat_live_${"a".repeat(36)}`]: 1,
    }
    expect(JSON.parse(redactBody(JSON.stringify(body)))).toEqual({
      courier_name: "Pavan Express",
      awb: "9876543210",
      client_secret: REDACTED,
      nested: [
        {
          clientSecret: REDACTED,
          "Client-Secret": REDACTED,
          delivery_address: REDACTED,
          email_verified: true,
          phone: null,
        },
      ],
      [`haat_live_${REDACTED}`]: 1,
    })
  })

  it("keeps an error's code and details", () => {
    const error = {
      error: {
        code: "validation_failed",
        message: "Some parameters are not valid; see details.",
        details: [{ param: "awb", code: "required", message: "expected string" }],
      },
    }
    expect(JSON.parse(redactBody(JSON.stringify(error)))).toEqual(error)
  })

  it("ends at the first sensitive name if it is malformed", () => {
    expect(redactBody('{"awb": "PX-1", "password": "hun"ter2"}')).toBe(`{"awb": "PX-1", "${REDACTED}`)
    expect(redactBody("awb=PX-1&token=hunter2")).toBe(`awb=PX-1&${REDACTED}`)
    expect(redactBody('{"pass\\u0077ord": "hunter2"')).toBe(REDACTED)
    expect(redactBody('{"awb": "PX-1",}')).toBe('{"awb": "PX-1",}')
  })

  it("is not searched beyond excessive nesting", () => {
    expect(redactBody("[".repeat(30_000) + '"hunter2"' + "]".repeat(30_000))).not.toContain("hunter2")
  })
})

describe("input crafted for slow regular expressions", () => {
  const SIZE = 65_536
  const of = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE)
  const fastest = (text: string): number =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const began = performance.now()
        redactBody(text)
        return performance.now() - began
      }),
    )

  it.each([
    "-eyJ",
    "-eyJ-eyJ.",
    "eyJaaaaa.",
    "eyJ-",
    "%40",
    "%40a",
    "%40a.",
    "a.a.",
    "x@",
    "a%40b.c%",
    `${"a".repeat(70)}%40`,
    "Bearer x",
    "-----BEGIN ",
    "9",
    "+9",
    "haat_",
    "a",
    "a-",
  ])("is redacted about as fast as email addresses: %s", (piece) => {
    expect(fastest(`@${of(piece)}`)).toBeLessThan(10 * fastest(of("asha@example.in ")))
  })

  it("does not prevent the redaction of tokens and addresses", () => {
    for (const token of [
      "eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl",
      "x-eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl",
      "eyJ-eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl",
    ])
      expect(redactText(`a ${token} b`)).toMatch(/^a (x-)?\[redacted\] b$/)
    for (const address of [
      "asha@example.in",
      `${"a".repeat(100)}@mail.example.co.in`,
      "asha%40example.in",
      "आशा@उदाहरण.भारत",
      "a%40b%40c.example.in",
      "a%40example.com%2Cb%40example.org",
      "a%40example.com%20b%40example.org",
      "u%40m%C3%BCller.de",
      "u%40mail%2Eexample.com",
      "u@example..com",
    ])
      expect(redactText(`to=${address}, `)).toBe(`to=${REDACTED}, `)
  })
})

describe("a redacted URL", () => {
  it("keeps its query without secrets", () => {
    const known = new Set(["q", "page", "access_token", "code", "email", "note"])
    expect(redactQuery("q=makhana&page=2&access_token=abc&code=xyz&email=a%40b.in&note=asha%40example.in", known)).toBe(
      new URLSearchParams({
        q: "makhana",
        page: "2",
        access_token: REDACTED,
        code: REDACTED,
        email: REDACTED,
        note: REDACTED,
      }).toString(),
    )
  })

  it("keeps nothing of parameters that the operation does not have, and 200 characters of a value", () => {
    const known = new Set(["q"])
    expect(redactQuery("sid=hunter2&q=rice&hunter2&Q=hunter2&%71=dal", known)).toBe("q=rice&q=dal")
    expect(new URLSearchParams(redactQuery(`q=${"य".repeat(201)}`, known)).get("q")).toBe(`${"य".repeat(200)}…`)
    expect(redactQuery(`q=${"%F0%9F%98%80".repeat(101)}`, new Set())).toBe("")
  })

  it("keeps its path unless it contains a credential", () => {
    expect(redactPath("/v1/products/%E0%A4%AE%E0%A4%96%E0%A4%BE%E0%A4%A8")).toBe(
      "/v1/products/%E0%A4%AE%E0%A4%96%E0%A4%BE%E0%A4%A8",
    )
    expect(redactPath(`/v1/orders/haat%5Flive%5F${"a".repeat(36)}%00`)).toBe(`/v1/orders/haat_live_${REDACTED}`)
    expect(redactPath("/v1/orders/%ff")).toBe("/v1/orders/%ff")
  })

  it("remains well-formed Unicode, which PostgreSQL requires", () => {
    const redacted = redactPath(`/v1/products/${"%F0%9F%98%80".repeat(40)}x%40a%2Ebc`)
    expect(redacted).toContain(REDACTED)
    expect(redacted.isWellFormed()).toBe(true)
  })
})
