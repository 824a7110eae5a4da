import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { expect, test } from "vitest"
import { runCommand } from "@/testing/fixtures/command"
import { ensureNodeRelease, NODE_RELEASES } from "@/testing/setup/node-release"
import { freePort } from "./process/free-port"

interface Demo {
  accounts: Record<string, { live_key: string }>
}

test.each(NODE_RELEASES)(
  "npm start on Node.js %s fills the demo, serves the API and a page, and stops",
  { timeout: 240_000 },
  async (version) => {
    const node = ensureNodeRelease(version)
    expect(execFileSync(node, ["--version"], { encoding: "utf8" }).trim()).toBe(`v${version}`)
    const dataDir = mkdtempSync(join(tmpdir(), "haat-node-"))
    chmodSync(dataDir, 0o711)
    const port = await freePort()
    const url = `http://localhost:${port}`
    const PATH = [dirname(node), process.env.PATH].join(delimiter)
    const command = runCommand(
      "start",
      [],
      { DATA_DIR: dataDir, PORT: String(port), PATH, HAAT_PRELOAD_PAGES: "on" },
      /Haat is ready/,
      node,
    )
    try {
      await command.ready
      const { accounts } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Demo
      const authorization = `Bearer ${accounts.seller?.live_key ?? ""}`
      const products = await fetch(`${url}/v1/products?q=rice`, { headers: { authorization } })
      expect(products.status).toBe(200)
      expect(((await products.json()) as { data: unknown[] }).data.length).toBeGreaterThan(0)
      const page = await fetch(`${url}/sign-in`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("</html>")])
    } finally {
      command.child.kill("SIGTERM")
      await command.ended
      rmSync(dataDir, { recursive: true, force: true })
    }
    expect(command.child.exitCode).toBe(0)
  },
)
