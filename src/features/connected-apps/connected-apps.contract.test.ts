import { randomBytes } from "node:crypto"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { ConnectedApp } from "@/features/connected-apps/schema"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"

describe("connected apps", () => {
  let lane: Lane

  beforeAll(async () => {
    lane = await Lane.lease("fast")
  })
  afterAll(() => lane.close())

  const person = async (name = "Asha Jha") => {
    const email = `person-${uuidv7()}@example.in`
    const account = await lane.marketplace.account({ email, name })
    const client = await lane.signedIn(account)
    return { account, client }
  }
  const connect = async (account: string, owner: string, name: string) => {
    const [app, grant, authorization] = [uuidv7(), uuidv7(), uuidv7()]
    await lane.marketplace.rows(
      "INSERT INTO oauth_app (id, client_id, account_id, type) VALUES ($1, $2, $3, 'public')",
      [app, `haat_client_${app}`, owner],
    )
    for (const [number, status] of [
      [1, "approved"],
      [2, "in_review"],
    ] as const) {
      await lane.marketplace.rows(
        "INSERT INTO oauth_app_version (id, app_id, number, status, name, redirect_uris) VALUES ($1, $2, $3, $4, $5, '{}')",
        [uuidv7(), app, number, status, `${name}${number === 1 ? "" : " Next"}`],
      )
    }
    await lane.marketplace.rows(
      "INSERT INTO oauth_grant (id, account_id, app_id, scopes, shown_scopes) VALUES ($1, $2, $3, '{orders.read,openid}', '{orders.read,openid}')",
      [grant, account, app],
    )
    const token = [randomBytes(32), grant, authorization]
    await lane.marketplace.rows(
      "INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, expires_at) VALUES ($1, $2, $3, '{openid}', now() + interval '1 hour')",
      token,
    )
    await lane.marketplace.rows(
      "INSERT INTO oauth_refresh_token (hash, grant_id, authorization_id, scopes, auth_time, expires_at) VALUES ($1, $2, $3, '{openid}', now(), now() + interval '1 hour')",
      token,
    )
    await lane.marketplace.rows(
      "INSERT INTO oauth_code (hash, grant_id, authorization_id, redirect_uri, scopes, auth_time, expires_at) VALUES ($1, $2, $3, 'https://app.example', '{openid}', now(), now() + interval '1 minute')",
      token,
    )
    return { app, grant }
  }
  const living = async (grant: string): Promise<number> => {
    const [row] = await lane.marketplace.rows<{ n: number }>(
      `SELECT (SELECT count(*) FROM oauth_grant WHERE id = $1 AND revoked_at IS NULL)::int + (SELECT count(*) FROM oauth_access_token WHERE grant_id = $1 AND revoked_at IS NULL)::int
            + (SELECT count(*) FROM oauth_refresh_token WHERE grant_id = $1 AND revoked_at IS NULL)::int + (SELECT count(*) FROM oauth_code WHERE grant_id = $1 AND used_at IS NULL)::int AS n`,
      [grant],
    )
    return row?.n ?? -1
  }
  const list = async (client: PortalClient): Promise<ConnectedApp[]> =>
    (await client.query<{ data: ConnectedApp[] }>("connectedApps.list")).data.data

  test("an app is listed with its live version, and removing it revokes all of its tokens", async () => {
    const { account: owner } = await person("Kavya Subramanian")
    const { account, client } = await person()
    const { app, grant } = await connect(account, owner, "Ledger")
    const other = await connect(account, owner, "Desk")
    expect((await list(client)).find(({ id }) => id === grant)).toMatchObject({
      name: "Ledger",
      developer: "Kavya Subramanian",
      scopes: ["openid", "orders.read"],
      last_used_at: null,
      suspended: false,
    })
    expect(await living(grant)).toBe(4)
    expect((await client.mutate("connectedApps.remove", { id: grant })).status).toBe(200)
    expect([await living(grant), await living(other.grant)]).toEqual([0, 4])
    expect((await list(client)).map(({ name }) => name)).toEqual(["Desk"])
    expect((await client.mutate("connectedApps.remove", { id: grant })).status).toBe(200)
    const [entry] = await lane.marketplace.rows("SELECT actor_id, action FROM audit_entry WHERE subject = $1", [app])
    expect(entry).toEqual({ actor_id: account, action: "oauth_grant.removed" })
  })

  test("several apps are removed together, each with an audit entry, or none of them", async () => {
    const { account: owner } = await person()
    const { account, client } = await person()
    const { account: stranger } = await person()
    const [ledger, desk] = [await connect(account, owner, "Ledger"), await connect(account, owner, "Desk")]
    const foreign = await connect(stranger, owner, "Ledger")
    const removeMany = async (ids: string[]) => (await client.mutate("connectedApps.removeMany", { ids })).problem
    for (const other of [foreign.grant, uuidv7()])
      expect([other, await removeMany([ledger.grant, other])]).toEqual([other, "not_found"])
    for (const ids of [[], ["x"], Array.from({ length: 101 }, () => uuidv7())])
      expect([ids.length, await removeMany(ids)]).toEqual([ids.length, "validation_failed"])
    expect([await living(ledger.grant), await living(foreign.grant)]).toEqual([4, 4])
    // A client that did not get the response repeats the request.
    for (let times = 0; times < 2; times++)
      expect(await removeMany([desk.grant, ledger.grant, desk.grant])).toBeUndefined()
    expect([await living(ledger.grant), await living(desk.grant), await living(foreign.grant)]).toEqual([0, 0, 4])
    expect(await list(client)).toEqual([])
    const audit = await lane.marketplace.rows<{ subject: string }>(
      "SELECT subject FROM audit_entry WHERE action = 'oauth_grant.removed' AND actor_id = $1 ORDER BY subject",
      [account],
    )
    expect(audit.map(({ subject }) => subject)).toEqual([ledger.app, desk.app].toSorted())
  })

  test("grants are visible and removable only for their account, not for the app's developer", async () => {
    const { account: owner, client: maker } = await person()
    const { account } = await person()
    const { grant } = await connect(account, owner, "Ledger")
    expect(await list(maker)).toEqual([])
    expect((await maker.mutate("connectedApps.remove", { id: grant })).problem).toBe("not_found")
    expect((await maker.mutate("connectedApps.removeMany", { ids: [grant] })).problem).toBe("not_found")
    const portalClient = new PortalClient(lane.url)
    expect((await portalClient.query("connectedApps.list")).problem).toBe("authentication_required")
    expect((await portalClient.mutate("connectedApps.remove", { id: grant })).problem).toBe("authentication_required")
    expect((await maker.mutate("connectedApps.remove", { id: "x" })).details[0]?.param).toBe("id")
    expect(await living(grant)).toBe(4)
  })
})
