import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { OauthProvider, PASSWORD } from "@/testing/fixtures/oauth-provider"
import { PortalClient } from "@/testing/fixtures/portal-client"

const NETWORKS = 24
/** Sign-ins that each hostile network keeps waiting: alone, four networks of them fill a queue of 400. */
const CONCURRENCY = 60
const STRANGERS = 10
/**
 * Junk sign-ins that may be judged during a stranger's: one of each hostile network in every queue of its requests. One
 * queue for all would hold 400 before each of them.
 */
const JUDGED_BEFORE_A_STRANGER = 10 * NETWORKS

let provider: OauthProvider

beforeAll(async () => {
  provider = await OauthProvider.open("fast")
})
afterAll(() => provider.close())

/** Junk sign-ins from one network, CONCURRENCY of them at a time, until stop() is called. */
class HostileNetwork {
  private readonly outcomes: Promise<void>[] = []
  private stopped = false
  /** Sign-ins of which the password was judged. */
  judged = 0

  constructor(index: number, csrf: { token: string; cookie: string }) {
    const attack = async (connection: number): Promise<void> => {
      for (let guess = 0; !this.stopped; guess++) {
        const response = await fetch(`${provider.url}/api/auth/callback/credentials`, {
          method: "POST",
          redirect: "manual",
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            cookie: csrf.cookie,
            "x-forwarded-for": `203.0.113.${index + 1}`,
          },
          body: new URLSearchParams({
            email: `junk-${index}-${connection}-${guess}@example.in`,
            password: "not the password",
            csrfToken: csrf.token,
            json: "true",
          }).toString(),
        })
        const text = await response.text()
        if (text.includes("CredentialsSignin")) this.judged++
        else if (!this.stopped) await sleep(100)
      }
    }
    for (let connection = 0; connection < CONCURRENCY; connection++) this.outcomes.push(attack(connection))
  }

  async stop(): Promise<void> {
    this.stopped = true
    await Promise.all(this.outcomes)
  }
}

async function csrf(): Promise<{ token: string; cookie: string }> {
  const response = await fetch(`${provider.url}/api/auth/csrf`)
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  return {
    token: csrfToken,
    cookie: response.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; "),
  }
}

test("others sign in after a bounded number of attempts while networks flood the sign-in", async () => {
  const people = []
  for (let i = 0; i < STRANGERS; i++) people.push(await provider.person())
  const shared = await csrf()
  const hostile = Array.from({ length: NETWORKS }, (_, index) => new HostileNetwork(index, shared))
  const outcomes: (string | null)[] = []
  const judgedMeanwhile: number[] = []
  const judged = (): number => hostile.reduce((sum, network) => sum + network.judged, 0)
  try {
    await sleep(1_500)
    for (const [index, { email }] of people.entries()) {
      const before = judged()
      outcomes.push(await new PortalClient(provider.url, `198.51.100.${index + 1}`).signIn(email, PASSWORD))
      judgedMeanwhile.push(judged() - before)
    }
  } finally {
    await Promise.all(hostile.map((network) => network.stop()))
  }
  expect(outcomes).toEqual(Array(STRANGERS).fill(null))
  expect(Math.max(...judgedMeanwhile)).toBeLessThan(JUDGED_BEFORE_A_STRANGER)
  // The flood was one: the server was still judging it.
  expect(judged()).toBeGreaterThan(NETWORKS * 10)
})
