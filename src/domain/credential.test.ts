import { randomBytes } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { composeCredential, credentialKind, PREFIXES, type CredentialKind } from "@/domain/credential"

const kinds = fc.constantFrom(...(Object.keys(PREFIXES) as CredentialKind[]))
function credential(kind: CredentialKind): string {
  return composeCredential(kind, () => randomBytes(1)[0] as number)
}

describe("a credential", () => {
  test("has a prefix, 30 random characters and a checksum of 6, and is recognised", () => {
    fc.assert(
      fc.property(kinds, (kind) => {
        const created = credential(kind)
        expect(created).toMatch(new RegExp(`^${PREFIXES[kind]}[0-9A-Za-z]{36}$`))
        expect(credentialKind(created)).toBe(kind)
      }),
    )
  })

  test("is invalid when a character is replaced, missing or added", () => {
    const position = fc.nat({ max: 45 })
    const character = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- ")
    fc.assert(
      fc.property(kinds, position, character, (kind, at, other) => {
        const created = credential(kind)
        const i = at % created.length
        fc.pre(created[i] !== other)
        expect(credentialKind(created.slice(0, i) + other + created.slice(i + 1))).toBeNull()
        expect(credentialKind(created.slice(0, i) + created.slice(i + 1))).toBeNull()
        expect(credentialKind(created.slice(0, i) + other + created.slice(i))).toBeNull()
      }),
    )
  })

  test("is not recognised in arbitrary text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => credentialKind(text) === null))
  })

  test("draws again for a byte that would bias the characters", () => {
    const bytes = [255, 248, ...Array<number>(30).fill(247)]
    expect(composeCredential("live_key", () => bytes.shift() as number)).toContain("z".repeat(30))
  })
})
