import { expect, it } from "vitest"
import { escapeMarkup } from "@/domain/escape-markup"

it("leaves no character that begins a tag, an entity or the end of an attribute", () => {
  expect(escapeMarkup('a & b <script>"x"</script> ₹5')).toBe("a &amp; b &lt;script&gt;&quot;x&quot;&lt;/script&gt; ₹5")
})
