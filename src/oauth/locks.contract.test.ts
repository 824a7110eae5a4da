import { randomBytes } from "node:crypto"
import { PrismaPg } from "@prisma/adapter-pg"
import type { PoolClient } from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import { revokeGrants } from "@/auth/revoke-grants"
import { setPassword } from "@/features/accounts/set-password"
import { type Prisma, PrismaClient } from "@/platform/prisma/client"
import { LANES } from "@/testing/fixtures/lane"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import {
  createVerifier,
  type OauthResponse,
  OauthProvider,
  type TestPerson,
  type TokenSet,
} from "@/testing/fixtures/oauth-provider"

// Tokens are issued under the locks of their account and grant. A revocation takes the same locks first, or it would
// miss tokens being issued; a request that waits for the locks sees the revocation.

/** Fewer than the connections of a process. */
const CONCURRENCY = 3

describe.each(LANES)("tokens issued during a revocation, on the %s lane, are revoked by", (lane) => {
  let provider: OauthProvider
  let app: TestApp
  let person: TestPerson
  let prisma: PrismaClient

  beforeAll(async () => {
    provider = await OauthProvider.lease(lane)
    prisma = new PrismaClient({ adapter: new PrismaPg(provider.lane.marketplace.db) })
    app = await provider.app()
    person = await provider.person()
  })
  afterAll(() => provider.close())

  const inTransaction = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await provider.lane.marketplace.db.connect()
    try {
      await client.query("BEGIN")
      const done = await work(client)
      await client.query("COMMIT")
      return done
    } finally {
      client.release()
    }
  }

  const inPrismaTransaction = <T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> =>
    // oxlint-disable-next-line haat/no-restricted-syntax -- prismaTransaction knows the process's own database alone
    prisma.$transaction(work, { timeout: 20_000 })

  /** An exchanged code and its tokens. */
  const exchanged = async (): Promise<{ code: string; tokens: TokenSet }> => {
    const { code, verifier } = await provider.code(await provider.signedInBrowser(person, app), person, app)
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

  const alive = (): Promise<unknown[]> =>
    provider.rows(
      "SELECT FROM oauth_access_token t JOIN oauth_grant g ON g.id = t.grant_id WHERE g.account_id = $1 AND t.revoked_at IS NULL",
      [person.id],
    )

  const waiting = (): Promise<unknown[]> =>
    provider.rows("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")

  /**
   * Issues a token as a refresh does, and starts a revocation before the commit. @returns whether the token stays valid
   */
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
      // A revocation without the lock would not wait.
      await expect.poll(async () => done || (await waiting()).length > 0, { interval: 20 }).toBe(true)
    })
    await revoked
    return (
      (await provider.rows("SELECT FROM oauth_refresh_token WHERE hash = $1 AND revoked_at IS NULL", [hash])).length > 0
    )
  }

  test("a replayed code, even with a wrong verifier", async () => {
    const { code } = await exchanged()
    expect(await mintedAmid(() => provider.exchange(app, { code, code_verifier: createVerifier() }))).toBe(false)
  })

  test("a reused refresh token, even with an invalid scope", async () => {
    const { tokens } = await exchanged()
    await provider.refresh(app, tokens.refresh_token)
    expect(await mintedAmid(() => provider.refresh(app, tokens.refresh_token, { scope: "nothing" }))).toBe(false)
  })

  test("the client's revocation of its refresh token", async () => {
    const { tokens } = await exchanged()
    expect(await mintedAmid(() => provider.revoke(app, tokens.refresh_token))).toBe(false)
  })

  test("the removal of the app's access", async () => {
    await exchanged()
    const grant = await grantOf()
    expect(await mintedAmid(() => inTransaction((client) => revokeGrants(client, [grant])))).toBe(false)
  })

  test("a password change", async () => {
    await exchanged()
    const passwordHash = await hashPassword(person.password)
    expect(await mintedAmid(() => inPrismaTransaction((tx) => setPassword(tx, person.id, passwordHash, null)))).toBe(
      false,
    )
  })

  test("a password change, which fails the exchanges and refreshes that waited for its locks", async () => {
    const passwordHash = await hashPassword(person.password)
    const browser = await provider.signedInBrowser(person, app)
    const codes: { code: string; verifier: string }[] = []
    const sets: TokenSet[] = []
    for (let i = 0; i < CONCURRENCY; i++) {
      codes.push(await provider.code(browser, person, app))
      sets.push(await provider.obtainTokens(browser, person, app))
    }
    let responses: Promise<OauthResponse<TokenSet>[]> = Promise.resolve([])
    await inPrismaTransaction(async (tx) => {
      await setPassword(tx, person.id, passwordHash, null)
      responses = Promise.all([
        ...codes.map(({ code, verifier }) => provider.exchange(app, { code, code_verifier: verifier })),
        ...sets.map(({ refresh_token }) => provider.refresh(app, refresh_token)),
      ])
      await expect.poll(waiting, { interval: 20 }).toHaveLength(2 * CONCURRENCY)
    })
    expect((await responses).map(({ status, json }) => [status, json.error])).toEqual(
      Array(2 * CONCURRENCY).fill([400, "invalid_grant"]),
    )
    expect(await alive()).toEqual([])
    for (const { access_token } of sets) expect(await provider.isTokenActive(access_token)).toBe(false)
  })

  test("a password change, which a later refresh does not overtake", async () => {
    const passwordHash = await hashPassword(person.password)
    const [early, late] = [(await exchanged()).tokens, (await exchanged()).tokens]
    const grant = await grantOf()
    const [refreshed, changed, later] = await inTransaction(async (client) => {
      await client.query("SELECT FROM oauth_grant WHERE id = $1 FOR UPDATE", [grant])
      const started = [
        () => provider.refresh(app, early.refresh_token),
        () => inPrismaTransaction((tx) => setPassword(tx, person.id, passwordHash, null)),
        () => provider.refresh(app, late.refresh_token),
      ]
      const outcomes: Promise<OauthResponse<TokenSet> | void>[] = []
      for (const begin of started) {
        outcomes.push(begin())
        await expect.poll(waiting, { interval: 20 }).toHaveLength(outcomes.length)
      }
      return outcomes
    })
    await changed
    expect([await refreshed, await later]).toMatchObject([
      { status: 200 },
      { status: 400, json: { error: "invalid_grant" } },
    ])
    expect(await alive()).toEqual([])
  })
})
