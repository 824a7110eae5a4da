import { generate } from "otplib"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { portalRouter } from "@/api/portal"
import { hashPassword } from "@/auth/password"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { addAuthenticator, signInWithCode } from "@/testing/fixtures/second-factor"

type Procedure = { _def: { type: "query" | "mutation" } }
const procedures = (portalRouter as unknown as { _def: { procedures: Record<string, Procedure> } })._def.procedures
const OF_STAFF = Object.keys(procedures).filter((name) =>
  /^(?:auditLog|platformApps|staffAccounts|staffOrders|staffSearch|staffStores|staffSynonyms|appReviews)\.(?!waiting$)/.test(
    name,
  ),
)
const WRITES = OF_STAFF.filter((name) => procedures[name]?._def.type === "mutation")
const READS = OF_STAFF.filter((name) => procedures[name]?._def.type === "query")
const PASSWORD = "a long password"

describe("staff powers", () => {
  let lane: Lane

  beforeAll(async () => {
    lane = await Lane.lease("fast")
  })
  afterAll(() => lane.close())

  const staff = async () => {
    const email = `${uuidv7()}@example.in`
    const account = await lane.marketplace.account({ email })
    await lane.marketplace.rows("UPDATE account SET password_hash = $2, roles = '{staff}' WHERE id = $1", [
      account,
      await hashPassword(PASSWORD),
    ])
    return { email, account, client: new PortalClient(lane.url) }
  }
  const guarded = async () => {
    const who = await staff()
    const secret = await addAuthenticator(lane.marketplace, who.account)
    expect(await signInWithCode(who.client, who.email, PASSWORD, secret)).toBeNull()
    return { ...who, secret }
  }
  /** The error code of each procedure; one that passes its guard rejects the empty input. */
  const refusals = async (client: PortalClient, names: readonly string[]) => {
    const problems = new Set<string | undefined>()
    for (const name of names)
      problems.add(
        (await (procedures[name]?._def.type === "query" ? client.query(name, {}) : client.mutate(name, {}))).problem,
      )
    return [...problems]
  }
  const change = (account: string, set: string) =>
    lane.marketplace.rows(`UPDATE session SET ${set} WHERE account_id = $1`, [account])

  test("cover at least ten writes and eight reads", () => {
    expect([WRITES.length >= 10, READS.length >= 8]).toEqual([true, true])
  })

  test("require a second factor", async () => {
    const { email, client } = await staff()
    expect(await client.signIn(email, PASSWORD)).toBeNull()
    expect(await refusals(client, OF_STAFF)).toEqual(["second_factor_required"])
    expect((await client.query("appReviews.waiting")).data).toEqual({ waiting: 0 })
  })

  test("require recent reauthentication with it for every change", async () => {
    const { account, client, secret } = await guarded()
    const { account: other } = await staff()
    const lock = () => client.mutate("staffAccounts.lock", { account: `acc_${other}`, message: "Too many complaints." })
    await change(account, "proved_at = now() - interval '16 minutes', second_factor_at = now() - interval '16 minutes'")
    expect(await refusals(client, WRITES)).toEqual(["reauthentication_required"])
    expect((await lock()).problem).toBe("reauthentication_required")
    expect(await refusals(client, READS)).not.toContain("reauthentication_required")
    // A password is not a second factor, however recent.
    await client.mutate("security.prove", { proof: { password: PASSWORD } })
    expect((await lock()).problem).toBe("reauthentication_required")
    await lane.marketplace.rows("UPDATE totp SET last_step = 0 WHERE account_id = $1", [account])
    expect((await client.mutate("security.prove", { proof: { code: await generate({ secret }) } })).status).toBe(200)
    expect((await lock()).problem).toBeUndefined()
  })

  test("end with the last factor, and are closed to a session that has not used one", async () => {
    const { account, client } = await guarded()
    expect((await client.query("staffStores.list", {})).status).toBe(200)
    await change(account, "second_factor_at = NULL")
    expect(await refusals(client, OF_STAFF)).toEqual(["reauthentication_required"])
    await lane.marketplace.rows("DELETE FROM totp WHERE account_id = $1", [account])
    expect(await refusals(client, OF_STAFF)).toEqual(["second_factor_required"])
  })

  test("end with a session idle for twelve hours; a customer's continues", async () => {
    const { account, client } = await guarded()
    await change(account, "last_seen_at = now() - interval '11 hours 59 minutes'")
    expect((await client.query("staffStores.list", {})).status).toBe(200)
    await change(account, "last_seen_at = now() - interval '12 hours 1 minute'")
    expect((await client.query("staffStores.list", {})).problem).toBe("authentication_required")
    await lane.marketplace.rows("UPDATE account SET roles = '{}' WHERE id = $1", [account])
    expect((await client.query("me.get")).status).toBe(200)
  })

  test("redirect staff without a second factor to its setup, and back", async () => {
    const { email, client } = await staff()
    await client.signIn(email, PASSWORD)
    const led = await client.fetch("/staff/orders?number=HT-1")
    expect([led.status, led.headers.get("location")]).toEqual([
      307,
      `/settings/security?return=${encodeURIComponent("/staff/orders?number=HT-1")}`,
    ])
    expect(await (await client.fetch(led.headers.get("location") ?? "")).text()).toContain(
      "Staff pages need a second factor",
    )
    const { data } = await client.mutate<{ data: { secret: string } }>("security.beginTotp")
    expect(
      (await client.mutate("security.confirmTotp", { code: await generate({ secret: data.data.secret }) })).status,
    ).toBe(200)
    expect((await client.fetch("/staff/orders?number=HT-1")).status).toBe(200)
  })
})
