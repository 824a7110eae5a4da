import { expect, test } from "vitest"
import { nodeVersionProblem } from "./node-version.mjs"

test.each(["12.22.12", "18.20.8", "20.18.3", "21.7.3", "22.11.0"])("Node %s is rejected with one line", (version) => {
  expect(nodeVersionProblem(version)).toBe(
    `haat: Node 20.19 or later is needed (or 22.12 or later), and this is Node ${version}.`,
  )
})

test.each(["20.19.0", "20.20.2", "22.12.0", "23.0.0", "24.21.0", "26.0.0"])("Node %s is supported", (version) => {
  expect(nodeVersionProblem(version)).toBeNull()
})
