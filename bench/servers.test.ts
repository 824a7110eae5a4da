import { expect, test } from "vitest"
import { bundleBare } from "./servers"

test("the bare server is bundled with stubs for authentication, rate limits and the request log", async () => {
  await expect(bundleBare()).resolves.toBeUndefined()
})
