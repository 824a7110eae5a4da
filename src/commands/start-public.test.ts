import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, chmodSync } from "node:fs"
import { networkInterfaces, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { SmtpServer } from "@/testing/fixtures/smtp-server"
import { freePort } from "./process/free-port"
import { endPostmaster, findPostmaster } from "./postgres/postmaster"
import { root } from "./root.mjs"

// The README's command for a public server, in full, and the operator's next step.

let dataDir: string
let port: number
let smtp: SmtpServer

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "haat-start-public-"))
  chmodSync(dataDir, 0o711)
  port = await freePort()
  smtp = await SmtpServer.open("mail")
})

afterAll(async () => {
  const left = findPostmaster(join(dataDir, "postgres"))
  if (left) await endPostmaster(left, "immediate")
  await smtp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs the command until the work is done. @returns its output */
async function whileRunning(work: (output: string) => Promise<void>): Promise<string> {
  const child = spawn(process.execPath, ["src/commands/haat.mjs", "start"], {
    cwd: root,
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      APP_URL: "https://haat.example",
      TRUST_PROXY: "1",
      SMTP_URL: smtp.url,
      LOG_LEVEL: "debug",
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()))
  try {
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text
          if (output.includes("Ctrl-C stops it")) resolve()
        })
      }
      void ended.then(() => reject(new Error(`the command exited before it was ready:\n${output}`)))
    })
    await work(output)
  } finally {
    child.kill("SIGTERM")
    await ended
  }
  return output
}

test("a public server has no demo and no mailbox, and prints a one-time link for the first staff account", {
  timeout: 240_000,
}, async () => {
  const url = `http://127.0.0.1:${port}`
  const operator = new PortalClient(url, "203.0.113.1")
  let token = ""
  const printed = await whileRunning(async (output) => {
    expect(output).not.toMatch(/email +password|haat_test_|\/dev\/mailbox/)
    expect(existsSync(join(dataDir, "demo.json"))).toBe(false)
    expect(existsSync(join(dataDir, "mailbox-secret"))).toBe(false)
    token = /https:\/\/haat\.example\/first-staff\?token=([A-Za-z0-9_-]{43})\n/.exec(output)?.[1] ?? ""
    expect(token).not.toBe("")

    const stranger = new PortalClient(url, "203.0.113.66")
    expect((await stranger.query("mailbox.list")).problem).toBe("not_found")
    expect(await stranger.signIn("staff@example.in", "kamal kachnar palash")).toBe("CredentialsSignin")
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4")
    if (outside) expect((await fetch(`http://${outside.address}:${port}/v1/status`)).status).toBe(200)

    expect((await operator.fetch(`/first-staff?token=${token}`)).status).toBe(200)
    const created = await operator.mutate("accounts.createFirstStaff", {
      token,
      name: "Asha Jha",
      email: "asha@haat.example",
      password: "kamal kachnar palash",
      locale: "en",
    })
    expect(created.status).toBe(200)
  })
  expect(printed.split(token)).toHaveLength(2)

  const again = await whileRunning(async () => {
    expect(await operator.signIn("asha@haat.example", "kamal kachnar palash")).toBeNull()
    expect(
      (
        await operator.mutate("accounts.createFirstStaff", {
          token,
          name: "Mallory",
          email: "mallory@example.in",
          password: "kamal kachnar palash",
          locale: "en",
        })
      ).problem,
    ).toBe("not_found")
  })
  expect(again).not.toContain("first-staff")
})
