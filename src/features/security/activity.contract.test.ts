import { v7 as uuidv7 } from "uuid"
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

  const person = async ({ staff = false } = {}) => {
    const email = `person-${uuidv7()}@example.in`
    const account = await lane.marketplace.account({ email })
    await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
      account,
      await hashPassword(password),
    ])
    const client = new PortalClient(lane.url)
    const signedIn = staff
      ? signInWithCode(client, email, password, await makeStaff(lane.marketplace, account))
      : client.signIn(email, password)
    expect(await signedIn).toBeNull()
    return { account, client }
  }
  const activityOf = async (client: PortalClient): Promise<Activity[]> =>
    (await client.query<{ data: Activity[] }>("security.activity")).data.data
  const named = (activity: Activity[]): unknown[] => activity.map(({ action, name, by }) => [action, name, by])

  test("names what the account holder and the staff did to it, newest first, and where the holder was", async () => {
    const { account, client } = await person()
    const staff = await person({ staff: true })
    const key = await client.mutate("portalKeys.create", {
      ...{ name: "Shop", scopes: ["catalog.read"], expires_at: null, allowed_ips: [], rate_limit: null },
    })
    expect(key.status).toBe(200)
    expect(
      (await staff.client.mutate("staffAccounts.lock", { account: `acc_${account}`, message: "Why?" })).status,
    ).toBe(200)
    expect(
      (await staff.client.mutate("staffAccounts.unlock", { account: `acc_${account}`, message: "Fine." })).status,
    ).toBe(200)
    expect(await client.signIn((await emailOf(account)) ?? "", password)).toBeNull()
    const activity = await activityOf(client)
    expect(named(activity)).toEqual([
      ["account.unlocked", null, "staff"],
      ["account.locked", null, "staff"],
      ["api_key.created", "Shop", "account"],
    ])
    expect(activity.map(({ ip }) => ip === null)).toEqual([true, true, false])
    expect(named(await activityOf(staff.client))).toEqual([])
  })

  test("is read although the newest entries of the account are about orders", async () => {
    const { account, client } = await person()
    await lane.marketplace.rows(
      `INSERT INTO audit_entry (id, actor_id, actor_kind, action, subject, created_at)
       SELECT uuidv7(), $1::uuid, 'session', CASE WHEN n = 900 THEN 'totp.added' ELSE 'seller_order.cancelled' END, $1::uuid::text, now() - n * interval '1 second'
       FROM generate_series(1, 950) AS n`,
      [account],
    )
    expect(named(await activityOf(client))).toEqual([["totp.added", null, "account"]])
  })

  const emailOf = async (account: string): Promise<string | undefined> =>
    (await lane.marketplace.rows<{ email: string }>("SELECT email FROM account WHERE id = $1", [account]))[0]?.email
})
