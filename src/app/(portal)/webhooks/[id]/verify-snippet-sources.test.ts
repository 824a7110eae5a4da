import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, expect, test } from "vitest"
import { VERIFY_SNIPPETS } from "@/app/(portal)/webhooks/[id]/verify-snippet-sources"
import { freePort } from "@/commands/process/free-port"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { Deliverer } from "@/webhooks/delivery/deliverer"
import { mintSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"

// Each receiver that the portal shows is run unchanged, and Haat delivers to it.

/** The commands that run each receiver. Python and PHP receivers are run where those are installed. */
const RUN = {
  JavaScript: { file: "webhook.mjs", command: process.execPath, args: () => [] },
  Python: { file: "webhook.py", command: "python3", args: () => [] },
  PHP: { file: "webhook.php", command: "php", args: (port: number) => ["-S", `127.0.0.1:${port}`] },
} satisfies Record<string, { file: string; command: string; args: (port: number) => string[] }>

const runnable = VERIFY_SNIPPETS.filter(({ language }) => spawnSync(RUN[language].command, ["--version"]).status === 0)

let marketplace: WebhookMarketplace
const children: ChildProcess[] = []

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(async () => {
  for (const child of children) child.kill()
  await marketplace.close()
})

async function serve(
  language: keyof typeof RUN,
  code: string,
  secret: string,
): Promise<{ url: string; printed: () => string }> {
  const { file, command, args } = RUN[language]
  const folder = mkdtempSync(join(tmpdir(), "haat-verify-"))
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, file), code)
  const port = await freePort()
  const child = spawn(command, [...args(port), file], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "test",
      PORT: String(port),
      HAAT_WEBHOOK_SECRET: secret,
    },
    stdio: ["ignore", "pipe", "ignore"],
  })
  children.push(child)
  let printed = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text))
  const url = `http://127.0.0.1:${port}/webhooks/haat`
  for (let attempt = 0; ; attempt++) {
    const answers = await fetch(url, { method: "POST", body: "{}" }).then(
      ({ status }) => status === 400,
      () => false,
    )
    if (answers) return { url, printed: () => printed }
    if (attempt === 200) throw new Error("the receiver does not answer")
    await sleep(50)
  }
}

test("there are three programs, and the JavaScript one always runs", () => {
  expect(VERIFY_SNIPPETS.map(({ language }) => language)).toEqual(["JavaScript", "Python", "PHP"])
  expect(runnable.map(({ language }) => language)).toContain("JavaScript")
})

test.each(runnable)(
  "$language takes what Haat signs, also while its secret is being rotated, and nothing else",
  async ({ language, code }) => {
    const account = await marketplace.account()
    const endpoint = await marketplace.endpoint(account, "http://127.0.0.1:9/")
    const { url, printed } = await serve(language, code, endpoint.secret)
    await marketplace.rows("UPDATE webhook_endpoint SET url = $2 WHERE id = $1", [endpoint.id, url])
    const now = new Date()
    const deliverer = new Deliverer({ clock: () => now })
    const deliver = async (): Promise<{ status: string; event_id: string } | undefined> => {
      await marketplace.recordEvent(account, { data: { id: "ord_1", note: "नमस्ते \u2028 😀" } })
      await marketplace.rows("UPDATE webhook_pending SET due_at = $1", [now])
      await deliverer.checkDue()
      await deliverer.idle()
      return (await marketplace.deliveries(endpoint.id)).at(-1)
    }
    const seal = (secret: string): Buffer => encryptSecret(endpoint.id, secret)

    const first = await deliver()
    expect(first?.status).toBe("delivered")
    await expect.poll(printed).toContain(`order.created evt_${first?.event_id}`)

    // The new secret comes first; the receiver still has the old one.
    await marketplace.rows(
      "UPDATE webhook_endpoint SET secret_encrypted = $2, previous_secret_encrypted = secret_encrypted, previous_secret_expires_at = now() + interval '1 day' WHERE id = $1",
      [endpoint.id, seal(mintSecret())],
    )
    expect((await deliver())?.status).toBe("delivered")
    await marketplace.rows("UPDATE webhook_endpoint SET previous_secret_expires_at = now() WHERE id = $1", [
      endpoint.id,
    ])
    expect((await deliver())?.status).toBe("pending")

    const body = '{"id":"evt_1","type":"order.created"}'
    const post = async (
      at: Date,
      sent = body,
      { id = "evt_1", signature }: { id?: string; signature?: string } = {},
    ): Promise<number> => {
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": signature ?? new Webhook(endpoint.secret).sign("evt_1", at, body),
      }
      return (await fetch(url, { method: "POST", headers, body: sent })).status
    }
    const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)
    expect(await post(minutesAgo(0))).toBe(204)
    expect(await post(minutesAgo(4))).toBe(204)
    expect([await post(minutesAgo(6)), await post(minutesAgo(-6))]).toEqual([400, 400])
    expect(await post(minutesAgo(0), body.replace("evt_1", "evt_2"))).toBe(400)
    expect(await post(minutesAgo(0), body, { id: "evt_2" })).toBe(400)
    for (const signature of [
      "",
      "v1,",
      "v1",
      `v2,${new Webhook(endpoint.secret).sign("evt_1", minutesAgo(0), body).slice(3)}`,
    ])
      expect(await post(minutesAgo(0), body, { signature }), signature).toBe(400)
  },
)
