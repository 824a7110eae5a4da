import { afterAll, beforeAll, expect, test } from "vitest"
import { pool } from "@/platform/db/pool"
import { addJob } from "@/platform/jobs"
import { SmtpServer } from "@/testing/fixtures/smtp-server"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { WorkerProcess } from "@/testing/fixtures/worker-process"
import { unlockJobs } from "@/worker/unlock-jobs"

// Another worker completes the jobs of a killed worker within minutes.

let marketplace: WebhookMarketplace
let server: SmtpServer

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
  server = await SmtpServer.open("connection")
})
afterAll(async () => {
  await server.close()
  await marketplace.close()
})

function taken(): Promise<unknown[]> {
  return marketplace.rows(
    "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send_mail' AND locked_by IS NOT NULL",
  )
}

test("an email that a killed worker was sending is sent by another, one of a running worker is left to it", async () => {
  const worker = await WorkerProcess.start(marketplace.databaseUrl, { SMTP_URL: `${server.url}?greetingTimeout=60000` })
  await addJob(pool(), "send_mail", {
    id: "mail-1",
    to: "asha@example.in",
    locale: "en",
    template: "reset_password",
    values: { name: "Asha", link: "https://haat.example/reset" },
  })
  await expect.poll(() => server.connections, { timeout: 20_000 }).toBe(1)
  // Three minutes later.
  await marketplace.rows(
    "UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '3 minutes' WHERE locked_at IS NOT NULL",
  )
  await unlockJobs()
  expect(await taken()).toHaveLength(1)
  await worker.kill()
  expect(await taken()).toHaveLength(1)
  server.stallAt = "mail"
  const other = await WorkerProcess.start(marketplace.databaseUrl, { SMTP_URL: server.url })
  try {
    // Scheduled tasks.
    const crontabs = () =>
      marketplace.rows("SELECT identifier FROM graphile_worker._private_known_crontabs ORDER BY identifier")
    await expect
      .poll(crontabs)
      .toEqual(
        [
          "announce_expiring_keys",
          "clean_up",
          "move_request_log",
          "roll_up_usage",
          "rotate_signing_keys",
          "send_deprecation_notices",
          "unlock_jobs",
        ].map((identifier) => ({ identifier })),
      )
    // As it runs every minute.
    await marketplace.rows("SELECT graphile_worker.add_job('unlock_jobs')")
    await expect.poll(() => server.messages, { timeout: 20_000 }).toEqual([expect.stringContaining("asha@example.in")])
    await expect.poll(taken).toEqual([])
  } finally {
    await other.stop()
  }
})
