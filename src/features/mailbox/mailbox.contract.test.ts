import { mkdtempSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import { testFolder } from "@/testing/setup/database"
import { mailboxSecretFile } from "@/platform/secret-file"
import { messagesTo } from "@/testing/fixtures/mailbox"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { SmtpServer } from "@/testing/fixtures/smtp-server"

const PASSWORD = "kamal kachnar palash"
const STAFF = "staff@example.in"
const PUBLIC = { APP_URL: "https://haat.example", TRUST_PROXY: "1" }

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server with a staff account, like the demo's, and its DATA_DIR. */
async function open(env: Record<string, string> = {}): Promise<{ lane: Lane; dataDir: string }> {
  const dataDir = mkdtempSync(join(testFolder(), "mailbox-"))
  const lane = await Lane.open("fast", { DATA_DIR: dataDir, ...env })
  closing.push(() => lane.close())
  const id = await lane.marketplace.account({ email: STAFF, name: "Staff" })
  await lane.marketplace.rows("UPDATE account SET roles = '{staff}', password_hash = $2 WHERE id = $1", [
    id,
    await hashPassword(PASSWORD),
  ])
  return { lane, dataDir }
}

function signUp(client: PortalClient, email: string) {
  return client.mutate("accounts.signUp", { name: "Asha", email, password: PASSWORD, locale: "en" })
}

interface Attack {
  list: string | undefined
  get: string | undefined
  reset: string | undefined
  signIn: string | null
  staff: string | undefined
}

/** How a stranger would try to become staff: request a reset, read its email, set a password, sign in. */
async function attack(url: string): Promise<Attack> {
  const stranger = new PortalClient(url, "203.0.113.66")
  expect((await stranger.mutate("accounts.requestPasswordReset", { email: STAFF })).status).toBe(200)
  let list = await stranger.query<{ data: { id: string; to: string }[] }>("mailbox.list")
  for (
    const deadline = Date.now() + 15_000;
    list.problem === undefined && list.data.data.length === 0 && Date.now() < deadline;
  )
    list = await stranger.query("mailbox.list")
  const mail = await stranger.query<{ data: { text: string } }>("mailbox.get", {
    id: list.problem ? "any" : (list.data.data[0]?.id ?? ""),
  })
  const token = mail.problem ? "A".repeat(43) : (/token=([A-Za-z0-9_-]{43})/.exec(mail.data.data.text)?.[1] ?? "")
  const reset = await stranger.mutate("accounts.resetPassword", { token, password: "a stranger's own words" })
  const signIn = await stranger.signIn(STAFF, "a stranger's own words")
  const staff = await stranger.query("staffAccounts.find", { q: "a" })
  return { list: list.problem, get: mail.problem, reset: reset.problem, signIn, staff: staff.problem }
}

describe("with a public APP_URL the mailbox gives no access to staff accounts", () => {
  const FAILED = { reset: "not_found", signIn: "CredentialsSignin", staff: "authentication_required" }

  test("with the demo, the mailbox requires its secret", async () => {
    const { lane } = await open({ ...PUBLIC, HAAT_DEMO: "1" })
    expect(await attack(lane.url)).toEqual({
      list: "authentication_required",
      get: "authentication_required",
      ...FAILED,
    })
  })

  test("with a mail server there is no mailbox, and nothing is stored", async () => {
    const smtp = await SmtpServer.open("mail")
    closing.push(() => smtp.close())
    const { lane } = await open({ ...PUBLIC, HAAT_DEMO: "0", SMTP_URL: smtp.url })
    expect(await attack(lane.url)).toEqual({ list: "not_found", get: "not_found", ...FAILED })
    await expect.poll(() => smtp.messages.length, { timeout: 15_000 }).toBeGreaterThan(0)
    expect(await lane.marketplace.rows("SELECT FROM mailbox_message")).toEqual([])
  })

  test("without a demo and a mail server nothing is stored", async () => {
    const { lane } = await open({ ...PUBLIC, HAAT_DEMO: "0" })
    expect(await attack(lane.url)).toEqual({ list: "not_found", get: "not_found", ...FAILED })
    expect((await fetch(`${lane.url}/dev/mailbox`)).status).toBe(404)
    const failed = () =>
      lane.marketplace.rows(
        "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send_mail' AND attempts > 0 AND last_error IS NOT NULL",
      )
    await expect.poll(async () => (await failed()).length, { timeout: 15_000 }).toBe(1)
    expect(await lane.marketplace.rows("SELECT FROM mailbox_message")).toEqual([])
  })
})

describe("the local mailbox", () => {
  test("is opened by the secret of its DATA_DIR, also without the demo, in that browser only", async () => {
    const { lane, dataDir } = await open({ HAAT_DEMO: "0" })
    const email = "asha.mailbox@example.in"
    const [operator, stranger] = [new PortalClient(lane.url), new PortalClient(lane.url)]
    await signUp(stranger, email)
    await expect.poll(async () => (await messagesTo(lane.marketplace, email)).length, { timeout: 15_000 }).toBe(1)

    expect((await operator.mutate("mailbox.open", { secret: "no secret at all" })).details).toEqual([
      expect.objectContaining({ param: "secret", code: "wrong_secret" }),
    ])
    const file = mailboxSecretFile(dataDir)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const secret = readFileSync(file, "utf8")

    const wrong = await operator.fetch("/dev/mailbox/open?token=no")
    expect([wrong.status, wrong.headers.get("location"), wrong.headers.getSetCookie()]).toEqual([
      303,
      "/dev/mailbox",
      [],
    ])
    const right = await operator.fetch(`/dev/mailbox/open?token=${secret}`)
    expect([right.status, right.headers.get("location"), right.headers.get("cache-control")]).toEqual([
      303,
      "/dev/mailbox",
      "no-store",
    ])
    const [cookie = ""] = right.headers.getSetCookie()
    expect(cookie).toMatch(/^haat-mailbox=[^;]+; Path=\/; HttpOnly; SameSite=lax$/i)
    expect(cookie).not.toContain(secret)

    const { data } = (await operator.query<{ data: { id: string; to: string }[] }>("mailbox.list")).data
    expect(data).toEqual([expect.objectContaining({ to: email })])
    const mail = await operator.query<{ data: { text: string } }>("mailbox.get", { id: data[0]?.id })
    expect(mail.data.data.text).toMatch(/verify-email\?token=[A-Za-z0-9_-]{43}/)
    expect(await (await operator.fetch("/dev/mailbox")).text()).toContain(email)

    expect((await stranger.query("mailbox.list")).problem).toBe("authentication_required")
    expect((await stranger.query("mailbox.get", { id: data[0]?.id })).problem).toBe("authentication_required")
    const page = await (await stranger.fetch("/dev/mailbox")).text()
    expect(page).toContain('name="secret"')
    expect(page).not.toContain(email)
    const closed = await stranger.fetch(`/dev/mailbox/${data[0]?.id ?? ""}`)
    expect(await closed.text()).not.toContain("verify-email?token=")
  })

  test("limits guesses per network", async () => {
    const { lane, dataDir } = await open({ TRUST_PROXY: "1" })
    const [guesser, other] = [new PortalClient(lane.url, "203.0.113.7"), new PortalClient(lane.url, "203.0.113.8")]
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => guesser.mutate("mailbox.open", { secret: `guess ${index}` })),
    )
    expect(guesses.filter(({ problem }) => problem === "rate_limit_exceeded")).toHaveLength(10)
    const secret = readFileSync(mailboxSecretFile(dataDir), "utf8")
    expect((await guesser.mutate("mailbox.open", { secret })).problem).toBe("rate_limit_exceeded")
    expect((await other.mutate("mailbox.open", { secret })).status).toBe(200)
  })

  test("neither the mailbox nor the queue stores a link in plain text", async () => {
    const { lane } = await open()
    const email = "asha@example.in"
    await lane.marketplace.rows("CREATE TABLE queued AS SELECT payload FROM graphile_worker._private_jobs WITH NO DATA")
    await lane.marketplace.rows(
      `CREATE FUNCTION watch_queue() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO queued VALUES (NEW.payload); RETURN NEW; END'`,
    )
    await lane.marketplace.rows(
      "CREATE TRIGGER watch AFTER INSERT ON graphile_worker._private_jobs FOR EACH ROW EXECUTE FUNCTION watch_queue()",
    )
    const portalClient = new PortalClient(lane.url)
    await signUp(portalClient, email)
    await portalClient.mutate("accounts.requestPasswordReset", { email })
    await expect
      .poll(
        async () =>
          (await messagesTo(lane.marketplace, email)).flatMap(
            ({ text }) => /(?:verify-email|reset-password)\?token=/.exec(text)?.[0] ?? [],
          ),
        { timeout: 15_000 },
      )
      .toHaveLength(2)

    const queued = await lane.marketplace.rows<{ text: string }>(
      "SELECT payload::text AS text FROM queued WHERE payload->>'to' = $1",
      [email],
    )
    expect(queued).toHaveLength(2)
    const stored = await lane.marketplace.rows<{ text: string }>(
      "SELECT m::text || encode(body_encrypted, 'escape') AS text FROM mailbox_message m",
    )
    expect(stored).toHaveLength(2)
    for (const { text } of [...queued, ...stored]) expect(text).not.toMatch(/token|https?:/)
  })
})
