import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import type { Activity } from "@/features/security/schema"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { makeStaff, signInWithCode } from "@/testing/fixtures/second-factor"

describe("the activity of an account", () => {
  let lane: Lane
  const password = "a long password"

  beforeAll(async () => {
    lane = await Lane.lease("fast")
  })
  afterAll(() => lane.close())

  const staffClient = async (): Promise<PortalClient> => {
    const email = "staff@example.in"
    const account = await lane.marketplace.account({ email })
    await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
      account,
      await hashPassword(password),
    ])
    const client = new PortalClient(lane.url)
    expect(await signInWithCode(client, email, password, await makeStaff(lane.marketplace, account))).toBeNull()
    return client
  }
  const activityOf = async (client: PortalClient): Promise<Activity[]> =>
    (await client.query<{ data: Activity[] }>("security.activity")).data.data
  const named = (activity: Activity[]): unknown[] => activity.map(({ action, name, by }) => [action, name, by])

  test("names what the account holder and the staff did to it, newest first, and where the holder was", async () => {
    const account = await lane.marketplace.account()
    const staff = await staffClient()
    const key = await (await lane.signedIn(account)).mutate("portalKeys.create", {
      ...{ name: "Shop", scopes: ["catalog.read"], expires_at: null, allowed_ips: [], rate_limit: null },
    })
    expect(key.status).toBe(200)
    expect((await staff.mutate("staffAccounts.lock", { account: `acc_${account}`, message: "Why?" })).status).toBe(200)
    expect((await staff.mutate("staffAccounts.unlock", { account: `acc_${account}`, message: "Fine." })).status).toBe(
      200,
    )
    const activity = await activityOf(await lane.signedIn(account))
    expect(named(activity)).toEqual([
      ["account.unlocked", null, "staff"],
      ["account.locked", null, "staff"],
      ["api_key.created", "Shop", "account"],
    ])
    expect(activity.map(({ ip }) => ip === null)).toEqual([true, true, false])
    expect(named(await activityOf(staff))).toEqual([])
  })

  test("is read although the newest entries of the account are about orders", async () => {
    const account = await lane.marketplace.account()
    await lane.marketplace.rows(
      `INSERT INTO audit_entry (id, actor_id, actor_kind, action, subject, created_at)
       SELECT uuidv7(), $1::uuid, 'session', CASE WHEN n = 900 THEN 'totp.added' ELSE 'seller_order.cancelled' END, $1::uuid::text, now() - n * interval '1 second'
       FROM generate_series(1, 950) AS n`,
      [account],
    )
    expect(named(await activityOf(await lane.signedIn(account)))).toEqual([["totp.added", null, "account"]])
  })
})
