import { expect, test } from "vitest"
import { bundleBare } from "./servers"

test("the pipeline can be bundled without key, limit and log: what stands in for them has all that is imported", async () => {
  await expect(bundleBare()).resolves.toBeUndefined()
})
