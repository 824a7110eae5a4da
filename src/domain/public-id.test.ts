import fc from "fast-check"
import { expect, test } from "vitest"
import { publicId, parsePublicId } from "@/domain/public-id"

test("a public id names its UUID, to its own kind alone", () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      expect(parsePublicId("order", publicId("order", uuid))).toBe(uuid)
      expect(parsePublicId("seller_order", publicId("order", uuid))).toBeNull()
    }),
  )
})

test("no other text names one", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      (text) => parsePublicId("order", text) === null && parsePublicId("order", `ord_${text}`) === null,
    ),
  )
})
