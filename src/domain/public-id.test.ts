import fc from "fast-check"
import { expect, test } from "vitest"
import { publicId, parsePublicId } from "@/domain/public-id"

test("a public ID parses to its UUID, for its own kind only", () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      expect(parsePublicId("order", publicId("order", uuid))).toBe(uuid)
      expect(parsePublicId("seller_order", publicId("order", uuid))).toBeNull()
    }),
  )
})

test("no other text is a valid public ID", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      (text) => parsePublicId("order", text) === null && parsePublicId("order", `ord_${text}`) === null,
    ),
  )
})
