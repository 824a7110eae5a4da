import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { revokeGrants } from "@/auth/revoke-grants"
import { startServer, type TestServer } from "@/testing/setup/server"
import type { TestApp } from "@/testing/fixtures/oauth-apps"
import type { ScriptlessBrowser } from "@/testing/fixtures/oauth-browser"
import { type OauthResponse, OauthProvider, type TestPerson, type TokenSet } from "@/testing/fixtures/oauth-provider"
import { PortalClient } from "@/testing/fixtures/portal-client"

// Concurrent requests to two processes on one database, one on each lane.

const ROUNDS = 200

describe("races between two processes", () => {
  let provider: OauthProvider
  let second: TestServer
  let app: TestApp
  let person: TestPerson
  let browser: ScriptlessBrowser

  beforeAll(async () => {
    provider = await OauthProvider.open("fast")
    second = await startServer({
      lane: "next",
      databaseUrl: provider.lane.databaseUrl,
      env: { APP_URL: provider.url, TRUST_PROXY: "1" },
    })
    app = await provider.app()
    person = await provider.person()
    browser = await provider.signedInBrowser(person, app)
  })
  afterAll(async () => {
    await second.stop()
    await provider.close()
  })

  const urls = (): [string, string] => [provider.url, second.url]
  const at = (i: number): string => urls()[i % 2] ?? provider.url
  const many = <T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => work(i)))
  /** Retries when a slow machine responds that it is busy. */
  const retryUnavailable = async (send: () => Promise<OauthResponse<TokenSet>>): Promise<OauthResponse<TokenSet>> => {
    const response = await send()
    return response.status === 503 ? retryUnavailable(send) : response
  }
  const newTokens = (): Promise<TokenSet> => provider.obtainTokens(browser, person, app)
  const successes = (responses: OauthResponse<TokenSet>[]): TokenSet[] => {
    for (const { status, json } of responses)
      expect([
        [200, undefined],
        [400, "invalid_grant"],
      ]).toContainEqual([status, json.error])
    return responses.filter(({ status }) => status === 200).map(({ json }) => json)
  }
  /** The user's tokens for the app that are valid according to the database. */
  const live = async (): Promise<{ access: number; refresh: number }> => {
    const [row] = await provider.rows<{ access: number; refresh: number }>(
      `SELECT (SELECT count(*)::int FROM oauth_access_token t JOIN oauth_grant g ON g.id = t.grant_id
                WHERE g.app_id = $1 AND g.account_id = $2 AND g.revoked_at IS NULL AND t.revoked_at IS NULL AND t.expires_at > now()) AS access,
              (SELECT count(*)::int FROM oauth_refresh_token t JOIN oauth_grant g ON g.id = t.grant_id
                WHERE g.app_id = $1 AND g.account_id = $2 AND g.revoked_at IS NULL AND t.revoked_at IS NULL AND t.rotated_at IS NULL AND t.expires_at > now()) AS refresh`,
      [app.id, person.id],
    )
    return row ?? { access: -1, refresh: -1 }
  }
  const expectDead = async (tokens: TokenSet[]): Promise<void> => {
    for (const { access_token, refresh_token } of tokens) {
      expect(await Promise.all(urls().map((url) => provider.isTokenActive(access_token, url)))).toEqual([false, false])
      expect((await provider.refresh(app, refresh_token)).json.error).toBe("invalid_grant")
    }
  }
  const revokeByHand = async (): Promise<void> => {
    const client = await provider.lane.marketplace.db.connect()
    try {
      await client.query("BEGIN")
      const { rows } = await client.query<{ id: string }>(
        "SELECT id FROM oauth_grant WHERE app_id = $1 AND account_id = $2 AND revoked_at IS NULL",
        [app.id, person.id],
      )
      await revokeGrants(
        client,
        rows.map(({ id }) => id),
      )
      await client.query("COMMIT")
    } finally {
      client.release()
    }
  }

  test("50 exchanges of one code leave at most one success and no valid token", async () => {
    for (let round = 0; round < 5; round++) {
      await revokeByHand()
      const { code, verifier } = await provider.code(browser, person, app)
      const won = successes(
        await many(50, (i) => retryUnavailable(() => provider.exchange(app, { code, code_verifier: verifier }, at(i)))),
      )
      expect(won.length).toBeLessThanOrEqual(1)
      expect(await live()).toEqual({ access: 0, refresh: 0 })
      await expectDead(won)
    }
  })

  test("exchanges of a used code, concurrent with refreshes of its tokens, leave no valid token", async () => {
    for (let round = 0; round < 10; round++) {
      const { code, verifier } = await provider.code(browser, person, app)
      const { json } = await provider.exchange(app, { code, code_verifier: verifier })
      const responses = await many(8, (i) =>
        i % 2
          ? provider.exchange(app, { code, code_verifier: verifier }, at(i >> 1))
          : provider.refresh(app, json.refresh_token, {}, at(i >> 1)),
      )
      await expectDead([json, ...successes(responses)])
    }
  })

  test(`100 concurrent refreshes of one token, ${ROUNDS} rounds: at most one success each, and no valid token`, {
    timeout: 900_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { refresh_token } = await newTokens()
      // Next takes three times as long, so both are busy until the end.
      const won = successes(
        await many(100, (i) =>
          retryUnavailable(() => provider.refresh(app, refresh_token, {}, i % 4 === 0 ? second.url : provider.url)),
        ),
      )
      expect(won.length).toBeLessThanOrEqual(1)
      expect(await live()).toEqual({ access: 0, refresh: 0 })
      if (round % 10 === 0) await expectDead(won)
    }
  })

  test("two concurrent refreshes of one token count as reuse and revoke both", async () => {
    for (let round = 0; round < 20; round++) {
      const { refresh_token } = await newTokens()
      const won = successes(await many(2, (i) => provider.refresh(app, refresh_token, {}, at(i))))
      expect(won.length).toBeLessThanOrEqual(1)
      expect(await live()).toEqual({ access: 0, refresh: 0 })
    }
  })

  test("a refresh concurrent with a revocation leaves no valid token", async () => {
    for (let round = 0; round < 30; round++) {
      const tokens = await newTokens()
      const [refreshed, revoked] = await Promise.all([
        provider.refresh(app, tokens.refresh_token, {}, at(round)),
        provider.revoke(app, tokens.refresh_token, {}, at(round + 1)),
      ])
      expect(revoked.status).toBe(200)
      await expectDead([tokens, ...successes([refreshed])])
    }
    expect(await live()).toEqual({ access: 0, refresh: 0 })
  })

  test("a refresh and an exchange concurrent with the grant's revocation leave no valid token", async () => {
    for (let round = 0; round < 20; round++) {
      const tokens = await newTokens()
      const { code, verifier } = await provider.code(browser, person, app)
      const [refreshed, exchanged] = await Promise.all([
        provider.refresh(app, tokens.refresh_token, {}, at(round)),
        provider.exchange(app, { code, code_verifier: verifier }, at(round + 1)),
        revokeByHand(),
      ])
      expect(await live()).toEqual({ access: 0, refresh: 0 })
      await expectDead([tokens, ...successes([refreshed, exchanged])])
    }
  })

  test("an authorization concurrent with the grant's revocation leaves no usable code", async () => {
    const verifier = "v".repeat(43)
    for (let round = 0; round < 15; round++) {
      await newTokens()
      const [page] = await Promise.all([browser.goto(provider.authorizeUrl(app)), revokeByHand()])
      const code = page.externalRedirect?.searchParams.get("code")
      if (code) expect((await provider.exchange(app, { code, code_verifier: verifier })).status).toBe(400)
      expect(await live()).toEqual({ access: 0, refresh: 0 })
    }
  })

  test("locking the account or changing its password stops concurrent refreshes", async () => {
    for (const change of ["locked_at = now()", "password_changed_at = now()"]) {
      const victim = await provider.person()
      let tokens = await provider.obtainTokens(provider.browser(), victim, app)
      let stopped = false
      const refreshing = (async () => {
        for (let i = 0; !stopped; i++) {
          const { status, json } = await provider.refresh(app, tokens.refresh_token, {}, at(i))
          if (status !== 200) return
          tokens = json
        }
      })()
      await provider.rows(`UPDATE account SET ${change} WHERE id = $1`, [victim.id])
      const { refresh_token } = tokens
      await Promise.race([refreshing, new Promise((resolve) => setTimeout(resolve, 3_000))])
      stopped = true
      await refreshing
      expect([refresh_token === "", (await provider.refresh(app, tokens.refresh_token)).json.error]).toEqual([
        false,
        "invalid_grant",
      ])
    }
  })

  test("a password change concurrent with refreshes leaves no valid access token", async () => {
    const victim = await provider.person()
    const session = await provider.signedInBrowser(victim, app)
    const portal = new PortalClient(provider.url)
    expect(await portal.signIn(victim.email, victim.password)).toBeNull()
    const minted: TokenSet[] = []
    const chains = await many(6, async (i) => {
      let tokens = await provider.obtainTokens(session, victim, app)
      return async (): Promise<void> => {
        for (;;) {
          minted.push(tokens)
          const { status, json } = await retryUnavailable(() => provider.refresh(app, tokens.refresh_token, {}, at(i)))
          if (status !== 200) return expect([status, json.error]).toEqual([400, "invalid_grant"])
          tokens = json
        }
      }
    })
    const refreshing = Promise.all(chains.map((chain) => chain()))
    expect(
      (
        await portal.mutate("accounts.changePassword", {
          current: victim.password,
          password: "harsingar gulmohar amaltas",
        })
      ).status,
    ).toBe(200)
    await refreshing
    await expectDead(minted.slice(-12))
    expect(
      await provider.rows(
        "SELECT FROM oauth_access_token t JOIN oauth_grant g ON g.id = t.grant_id WHERE g.account_id = $1 AND t.revoked_at IS NULL",
        [victim.id],
      ),
    ).toEqual([])
  })

  test("two concurrent consents create one grant", async () => {
    const [fresh, other] = [await provider.person(), await provider.app()]
    const [first, again] = [provider.browser(), provider.browser()]
    for (const each of [first, again]) {
      await each.goto(provider.authorizeUrl(other))
      await provider.signIn(each, fresh)
    }
    const pages = await Promise.all([first.submit({ press: "allow" }), again.submit({ press: "allow" })])
    expect(pages.map((page) => page.externalRedirect?.searchParams.has("code"))).toEqual([true, true])
    expect(
      await provider.rows("SELECT FROM oauth_grant WHERE app_id = $1 AND revoked_at IS NULL", [other.id]),
    ).toHaveLength(1)
  })

  test("killing a process during a reuse revokes all or nothing, and the next reuse revokes the rest", async () => {
    for (let round = 0; round < 3; round++) {
      const victim = await startServer({
        lane: "fast",
        databaseUrl: provider.lane.databaseUrl,
        env: { APP_URL: provider.url, WORKER: "off" },
      })
      const tokens = await newTokens()
      const { json: rotated } = await provider.refresh(app, tokens.refresh_token)
      const reuses = many(100, () => provider.refresh(app, tokens.refresh_token, {}, victim.url).catch(() => null))
      await new Promise((resolve) => setTimeout(resolve, round * 12))
      process.kill(victim.pid, "SIGKILL")
      const answered = (await reuses).filter((response) => response !== null)
      // A response of invalid_grant means that the revocation was committed.
      if (answered.length > 0) {
        expect(answered.every(({ json }) => json.error === "invalid_grant")).toBe(true)
        expect(await live()).toEqual({ access: 0, refresh: 0 })
      }
      expect((await provider.refresh(app, tokens.refresh_token)).json.error).toBe("invalid_grant")
      await expectDead([tokens, rotated])
      await victim.stop()
    }
  })

  test("killing a process during exchanges of a code leaves at most one success and no valid token", async () => {
    await revokeByHand()
    const victim = await startServer({
      lane: "fast",
      databaseUrl: provider.lane.databaseUrl,
      env: { APP_URL: provider.url, WORKER: "off" },
    })
    const { code, verifier } = await provider.code(browser, person, app)
    const exchanges = many(50, () =>
      provider.exchange(app, { code, code_verifier: verifier }, victim.url).catch(() => null),
    )
    await new Promise((resolve) => setTimeout(resolve, 10))
    process.kill(victim.pid, "SIGKILL")
    const won = successes((await exchanges).filter((response) => response !== null))
    expect(won.length).toBeLessThanOrEqual(1)
    const later = successes([
      await provider.exchange(app, { code, code_verifier: verifier }),
      await provider.exchange(app, { code, code_verifier: verifier }),
    ])
    expect(won.length + later.length).toBeLessThanOrEqual(1)
    expect(await live()).toEqual({ access: 0, refresh: 0 })
    await victim.stop()
  })
})
