import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { env } from "@/platform/env"
import { sendMail } from "@/platform/mailer"
import { SmtpServer } from "@/testing/smtp-server"

// A mail that hangs holds one of the few places of the queue, which the others and the keys' rotation wait for.

let server: SmtpServer

afterEach(async () => {
  await server.close()
  ;(globalThis as { haat?: Map<string, unknown> }).haat?.delete("smtp")
})

const send = (): Promise<void> =>
  sendMail({ id: "mail-1", to: "asha@example.in", locale: "en", subject: "Welcome", text: "Welcome to Haat", html: "<p>Welcome to Haat</p>" })

test("a mail is sent whole", async () => {
  server = await SmtpServer.open("mail")
  env.smtpUrl = server.url
  await send()
  expect(server.mails).toEqual([expect.stringContaining("Welcome to Haat")])
})

test.each([
  ["connection", 20_000],
  ["greeting", 45_000],
] as const)("a mail is given up soon at a server that keeps silent after its %s", async (until, withinMs) => {
  server = await SmtpServer.open(until)
  env.smtpUrl = server.url
  expect(await Promise.race([send().catch((error: unknown) => error), sleep(withinMs, "still sending", { ref: false })])).toMatchObject({ code: "ETIMEDOUT" })
})

test("how long a server may keep silent is the installation's to say", async () => {
  server = await SmtpServer.open("greeting")
  env.smtpUrl = `${server.url}?socketTimeout=200`
  await expect(send()).rejects.toMatchObject({ code: "ETIMEDOUT" })
})
