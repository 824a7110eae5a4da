import { spawn } from "node:child_process"
import { expect, test } from "vitest"

test("a flood logs one line immediately, then one a second with the count", { timeout: 30_000 }, async () => {
  const program = `
    const { createFloodWarning } = await import("./src/platform/log/flood-warning.ts")
    const warn = createFloodWarning("junk came")
    const flood = setInterval(() => { for (let i = 0; i < 1000; i++) warn() }, 10)
    setTimeout(() => { clearInterval(flood); setTimeout(() => process.exit(), 1500) }, 2500)`
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    env: { ...process.env, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  let written = ""
  child.stdout.on("data", (data: Buffer) => (written += data.toString()))
  await new Promise((resolve) => child.once("close", resolve))
  const lines = written
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { count: number; msg: string })
  expect(lines.every(({ msg }) => msg === "junk came")).toBe(true)
  expect(lines[0]?.count).toBe(1)
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(lines.length).toBeLessThanOrEqual(10)
  expect(lines.reduce((total, { count }) => total + count, 0) % 1000).toBe(0)
})
