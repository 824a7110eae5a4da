import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, expect, test } from "vitest"
import { listCallingAccounts } from "@/features/deprecations/list-calling-accounts"
import { sendDeprecationNotices } from "@/features/deprecations/send-deprecation-notices"
import { countDeprecatedCalls, recordDeprecatedCalls } from "@/platform/request-log/deprecated-calls"
import { flushRequestLog } from "@/platform/request-log/request-log"
import { storedRequest } from "@/platform/request-log/stored-request-fixture"
import { hashCredential, mintCredential } from "@/platform/secrets"
import { registerApp, type TestApp } from "@/testing/fixtures/oauth-apps"
import { serveApi, VERSIONED_API } from "@/testing/fixtures/versioned-api"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

// Whose calls of something deprecated are told to whom, and for how long. What is deprecated is served over HTTP on a real database.

let marketplace: WebhookMarketplace
let server: Awaited<ReturnType<typeof serveApi>>

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
  server = await serveApi(VERSIONED_API)
})
afterAll(async () => {
  await flushRequestLog()
  await server.close()
  await marketplace.close()
})

const DEPRECATED = VERSIONED_API.deprecations.filter(({ id }) => id === "getOldNote")

interface Report {
  id: string
  calls: number
  callers: { type: string; id: string; calls: number }[]
}

async function call(path: string, credential: string): Promise<string> {
  const response = await fetch(`${server.url}/v1${path}`, { headers: { authorization: `Bearer ${credential}` } })
  const text = await response.text()
  expect([path, response.status, text]).toEqual([path, 200, expect.any(String)])
  return text
}
async function callOld(credential: string, times: number): Promise<void> {
  for (let calls = 0; calls < times; calls++) await call("/old-notes/1", credential)
  await flushRequestLog()
}
/** The calls of the deprecated operation that a credential is told of: all of them, and by caller without those that have none. */
async function told(credential: string): Promise<[calls: number, callers: [id: string, calls: number][]]> {
  const { data } = JSON.parse(await call("/deprecations", credential)) as { data: Report[] }
  const report = data.find(({ id }) => id === "getOldNote")
  return [
    report?.calls ?? -1,
    report?.callers.flatMap(({ id, calls }): [string, number][] => (calls > 0 ? [[id, calls]] : [])) ?? [],
  ]
}
async function tokenOf(person: string, app: TestApp): Promise<string> {
  const [grant, token, scopes] = [uuidv7(), mintCredential("access_token"), "{catalog.read,usage.read}"]
  await marketplace.rows(
    "INSERT INTO oauth_grant (id, account_id, app_id, scopes, shown_scopes) VALUES ($1, $2, $3, $4, $4)",
    [grant, person, app.id, scopes],
  )
  await marketplace.rows(
    "INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, expires_at) VALUES ($1, $2, $3, $4, now() + interval '1 hour')",
    [hashCredential(token), grant, uuidv7(), scopes],
  )
  return token
}

test("reports an app's calls to its developer, and to a person's token only the calls for that person", async () => {
  const [developer, person, other] = await Promise.all(
    ["developer", "person", "other"].map((name) => marketplace.account({ email: `${name}@example.in` })),
  )
  const app = await registerApp(marketplace, { owner: developer ?? "", optional: ["catalog.read", "usage.read"] })
  const unused = await registerApp(marketplace, { optional: ["catalog.read", "usage.read"] })
  const [token, others, unusedToken] = [
    await tokenOf(person ?? "", app),
    await tokenOf(other ?? "", app),
    await tokenOf(person ?? "", unused),
  ]
  const own = await marketplace.key(person ?? "")
  await callOld(token, 2)
  await callOld(others, 1)
  await callOld(own.secret, 4)
  const [live, sandbox] = [
    await marketplace.key(developer ?? ""),
    await marketplace.key(developer ?? "", { mode: "test" }),
  ]
  expect(await told(live.secret)).toEqual([3, [[app.clientId, 3]]])
  expect(await told(sandbox.secret)).toEqual([0, []])
  expect(await told(own.secret)).toEqual([4, [[`key_${own.id}`, 4]]])
  expect(await told((await marketplace.key(other ?? "")).secret)).toEqual([0, []])
  expect(await told(token)).toEqual([2, [[app.clientId, 2]]])
  expect(await told(others)).toEqual([1, [[app.clientId, 1]]])
  expect(await told(unusedToken)).toEqual([0, []])

  // Staff see, and mails go to, who can change the code.
  const accounts = (await listCallingAccounts(DEPRECATED)).flatMap((listed) => listed.accounts)
  expect(accounts.map(({ email, calls }) => [email, calls])).toEqual([
    ["person@example.in", 4],
    ["developer@example.in", 3],
  ])
  await sendDeprecationNotices(DEPRECATED, new Date("2026-11-26T00:00:00Z"))
  const mails = await marketplace.rows<{ to: string; calls: string }>(
    `SELECT payload->>'to' AS to, payload->'values'->>'calls' AS calls FROM graphile_worker._private_jobs
     WHERE payload->>'template' = 'deprecated_use' ORDER BY 1`,
  )
  expect(mails).toEqual([
    { to: "developer@example.in", calls: "3" },
    { to: "person@example.in", calls: "4" },
  ])
})

test("reports calls with a client's own token to its developer as the app's calls", async () => {
  const app = await registerApp(marketplace)
  const request = storedRequest({ account_id: app.ownerId, credential_id: app.id, credential_kind: "oauth" })
  await recordDeprecatedCalls([{ ...request, deprecated: ["getOldNote"] }])
  expect(await told((await marketplace.key(app.ownerId)).secret)).toEqual([1, [[app.clientId, 1]]])
})

test("reports calls for 30 days, one by one and counted by day", async () => {
  const key = await marketplace.key(await marketplace.account())
  const calls = async (): Promise<number> => (await told(key.secret))[0]
  const age = (interval: string): Promise<unknown> =>
    marketplace.rows(
      `UPDATE deprecated_call SET id = (left(uuid_v7_floor(uuid_v7_time(id) - $2::interval)::text, 14) || substr(id::text, 15))::uuid WHERE credential_id = $1`,
      [key.id, interval],
    )
  await callOld(key.secret, 2)
  await age("29 days 23 hours")
  expect(await calls()).toBe(2)
  await age("2 hours")
  expect(await calls()).toBe(0)
  await age("-26 hours")
  await countDeprecatedCalls()
  expect(await calls()).toBe(2)
  const days = await marketplace.rows(
    "UPDATE deprecated_call_day SET day = (now() AT TIME ZONE 'UTC')::date - 30 WHERE credential_id = $1 RETURNING day",
    [key.id],
  )
  expect([days.length > 0, await calls()]).toEqual([true, 0])
})
