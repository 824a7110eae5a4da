import { afterEach, expect, test } from "vitest"
import { env } from "@/platform/env"
import { sendMail } from "@/platform/mailer"
import { SmtpServer } from "@/testing/fixtures/smtp-server"
import { waitActiveTime } from "@/testing/fixtures/machine-stalls"

// A hung email occupies one of the few places of the queue, for which other emails and the key rotation wait.

const servers: SmtpServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function opened(until: SmtpServer["stallAt"]): Promise<SmtpServer> {
  const server = await SmtpServer.open(until)
  servers.push(server)
  return server
}

function sendTo(smtpUrl: string): Promise<void> {
  env.smtpUrl = smtpUrl
  ;(globalThis as { haat?: Map<string, unknown> }).haat?.delete("smtp")
  return sendMail({
    id: "mail-1",
    to: "asha@example.in",
    locale: "en",
    subject: "Welcome",
    text: "Welcome to Haat",
    html: "<p>Welcome to Haat</p>",
  })
}

test("an email is sent with its content", async () => {
  const server = await opened("mail")
  await sendTo(server.url)
  expect(server.messages).toEqual([expect.stringContaining("Welcome to Haat")])
})

test("sending times out on a server that is silent from the start, or after its greeting", async () => {
  const givenUp = async (until: SmtpServer["stallAt"], withinMs: number): Promise<void> => {
    const { url } = await opened(until)
    expect(
      await Promise.race([
        sendTo(url).catch((error: unknown) => error),
        waitActiveTime(withinMs).then(() => "still sending"),
      ]),
      until,
    ).toMatchObject({ code: "ETIMEDOUT" })
  }
  await Promise.all([givenUp("connection", 20_000), givenUp("greeting", 45_000)])
})

test("the SMTP URL can set the socket timeout", async () => {
  const { url } = await opened("greeting")
  await expect(sendTo(`${url}?socketTimeout=200`)).rejects.toMatchObject({ code: "ETIMEDOUT" })
})
