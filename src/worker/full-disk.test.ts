import { execFileSync } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction } from "@/platform/db/transaction"
import { databaseDiskSpace, isDatabaseDiskFull } from "@/platform/disk/disk-space"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { Deliverer } from "@/webhooks/delivery/deliverer"
import { cleanUp } from "@/worker/clean-up"

// Workers and Prisma while the database's disk is full. The monitored disk is a small file system in memory, which the
// tests fill.

const disk = await vi.hoisted(async () => {
  const { mkdtempSync: make } = await import("node:fs")
  const { tmpdir: temporary } = await import("node:os")
  return (process.env.DATABASE_DATA_DIR = make(`${temporary()}/haat-disk-`))
})
const other = join(disk, "other")
const WITHIN = { timeout: 20_000 }

async function fill(): Promise<void> {
  execFileSync("fallocate", ["--length", "100M", other])
  await databaseDiskSpace()
  await expect.poll(isDatabaseDiskFull, WITHIN).toBe(true)
}

async function free(): Promise<void> {
  rmSync(other, { force: true })
  await expect.poll(isDatabaseDiskFull, WITHIN).toBe(false)
}

let marketplace: WebhookMarketplace
let receiver: WebhookReceiver

beforeAll(async () => {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=128m", "tmpfs", disk])
  marketplace = await WebhookMarketplace.open()
  receiver = await WebhookReceiver.open()
})
afterEach(free)
afterAll(async () => {
  await receiver.close()
  await marketplace.close()
  execFileSync("umount", ["--lazy", disk])
  rmSync(disk, { recursive: true })
})

test("an attempt in progress is recorded, and the next attempt starts once there is space", async () => {
  let now = new Date(Date.now() + 120_000)
  const deliverer = new Deliverer({ clock: () => now })
  const account = await marketplace.account()
  const { id } = await marketplace.endpoint(account, receiver.url("/hook"))
  const held: (() => void)[] = []
  receiver.reply("/hook", (_received, response) => held.push(() => response.writeHead(503).end()))
  await marketplace.recordEvent(account)
  deliverer.notify([id])
  await expect.poll(() => held.length, WITHIN).toBe(1)
  await fill()
  for (const release of held) release()
  const attempts = () =>
    marketplace.rows(
      "SELECT a.number, a.status_code, d.status FROM webhook_attempt a JOIN webhook_delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1 ORDER BY a.number",
      [id],
    )
  const failed = { number: 1, status_code: 503 }
  await expect.poll(attempts, WITHIN).toEqual([{ ...failed, status: "pending" }])
  expect(await marketplace.rows("SELECT failures, lease FROM webhook_pending WHERE endpoint_id = $1", [id])).toEqual([
    { failures: 1, lease: null },
  ])

  receiver.reply("/hook", 204)
  now = new Date(now.getTime() + 3_600_000)
  deliverer.notify([id])
  await sleep(300)
  expect(receiver.at("/hook")).toHaveLength(1)
  await free()
  deliverer.notify([id])
  await deliverer.idle()
  expect(await attempts()).toEqual([
    { ...failed, status: "delivered" },
    { number: 2, status_code: 204, status: "delivered" },
  ])
})

test("the clean-up does what frees space, and rejects with the full disk as its cause", async () => {
  await marketplace.rows(
    "INSERT INTO webauthn_challenge (hash, expires_at) VALUES (sha256('x'), now() - interval '1 day')",
  )
  await fill()
  await expect(cleanUp()).rejects.toMatchObject({ code: "unavailable", cause: { code: "53100" } })
  expect(await marketplace.rows("SELECT FROM webauthn_challenge")).toEqual([])
})

test("Prisma's writes are rejected, except in transactions with onFullDisk, and reads work", async () => {
  const id = await marketplace.account()
  const rename = { where: { id }, data: { name: "Nisha" } }
  await fill()
  const refused = { code: "unavailable", cause: { code: "53100" } }
  await expect(prisma().account.updateMany(rename)).rejects.toMatchObject(refused)
  await expect(prisma().$executeRaw`UPDATE account SET name = 'Nisha'`).rejects.toMatchObject(refused)
  await expect(prismaTransaction((tx) => tx.account.updateMany(rename))).rejects.toMatchObject(refused)
  expect(await prisma().account.count({ where: { id, name: { not: "Nisha" } } })).toBe(1)
  await prismaTransaction((tx) => tx.account.updateMany(rename), { onFullDisk: true })
  expect(await prisma().account.count({ where: { id, name: "Nisha" } })).toBe(1)
})
