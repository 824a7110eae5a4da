import { randomBytes } from "node:crypto"
import type { PoolClient } from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { revokeGrant } from "@/auth/revoke-grant"
import { LANES } from "@/testing/lane"
import type { TestApp } from "@/testing/oauth-apps"
import { newVerifier, OauthProvider, type TestPerson, type TokenSet } from "@/testing/oauth-provider"

// Tokens are minted under their grant's lock. Whatever revokes takes the same lock first, or it would not see what is just being minted.

describe.each(LANES)("what is minted amid a revocation, on the %s lane, ends with", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson

  beforeAll(async () => {
    provider = await OauthProvider.open(lane)
    app = await provider.app()
    person = await provider.person()
  })
  afterAll(() => provider.close())

  const inTransaction = async (work: (client: PoolClient) => Promise<void>): Promise<void> => {
    const client = await provider.lane.marketplace.db.connect()
    try {
      await client.query("BEGIN")
      await work(client)
      await client.query("COMMIT")
    } finally {
      client.release()
    }
  }

  /** A code that has been exchanged, and what it gave. */
  const exchanged = async (): Promise<{ code: string; tokens: TokenSet }> => {
    const { code, verifier } = await provider.code(await provider.signedIn(person, app), person, app)
    const { json, status } = await provider.exchange(app, { code, code_verifier: verifier })
    expect(status).toBe(200)
    return { code, tokens: json }
  }

  const grantOf = async (): Promise<string> =>
    (
      await provider.rows<{ id: string }>(
        "SELECT id FROM oauth_grant WHERE app_id = $1 AND account_id = $2 AND revoked_at IS NULL",
        [app.id, person.id],
      )
    )[0]?.id ?? ""

  const waiting = (): Promise<unknown[]> =>
    provider.rows("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")

  /** Mints as a refresh does, and lets something be revoked before that is committed. @returns whether what was minted lives on */
  const mintedAmid = async (revoking: () => Promise<unknown>): Promise<boolean> => {
    const hash = randomBytes(32)
    const grant = await grantOf()
    let revoked: Promise<unknown> = Promise.resolve()
    await inTransaction(async (client) => {
      await client.query("SELECT FROM oauth_grant WHERE id = $1 FOR UPDATE", [grant])
      await client.query(
        `INSERT INTO oauth_refresh_token (hash, grant_id, authorization_id, scopes, auth_time, expires_at)
         SELECT $2, grant_id, authorization_id, scopes, auth_time, now() + interval '1 hour' FROM oauth_refresh_token WHERE grant_id = $1 ORDER BY created_at DESC LIMIT 1`,
        [grant, hash],
      )
      let done = false
      revoked = revoking().finally(() => (done = true))
      // Who takes no lock does not wait for it.
      await expect.poll(async () => done || (await waiting()).length > 0, { interval: 20 }).toBe(true)
    })
    await revoked
    return (
      (await provider.rows("SELECT FROM oauth_refresh_token WHERE hash = $1 AND revoked_at IS NULL", [hash])).length > 0
    )
  }

  test("a code that comes back, even with a wrong verifier", async () => {
    const { code } = await exchanged()
    expect(await mintedAmid(() => provider.exchange(app, { code, code_verifier: newVerifier() }))).toBe(false)
  })

  test("a refresh token that comes back, even with a scope too wide", async () => {
    const { tokens } = await exchanged()
    await provider.refresh(app, tokens.refresh_token)
    expect(await mintedAmid(() => provider.refresh(app, tokens.refresh_token, { scope: "nothing" }))).toBe(false)
  })

  test("a client that revokes its refresh token", async () => {
    const { tokens } = await exchanged()
    expect(await mintedAmid(() => provider.revoke(app, tokens.refresh_token))).toBe(false)
  })

  test("a person who removes the app", async () => {
    await exchanged()
    const grant = await grantOf()
    expect(await mintedAmid(() => inTransaction((client) => revokeGrant(client, grant)))).toBe(false)
  })
})
