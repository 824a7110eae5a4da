import { expect, test } from "vitest"
import { v7 as uuidv7 } from "uuid"
import { mintSecret, decryptSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"

test("a secret is encrypted, and can be decrypted for its own endpoint only", () => {
  const [endpoint, other, secret] = [uuidv7(), uuidv7(), mintSecret()]
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const sealed = encryptSecret(endpoint, secret)
  expect(sealed.includes(Buffer.from(secret))).toBe(false)
  expect(decryptSecret(endpoint, sealed)).toBe(secret)
  expect(() => decryptSecret(other, sealed)).toThrow()
})
