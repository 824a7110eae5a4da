import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { MODE_COOKIE, MODE_HEADER } from "@/domain/mode"
import type { ApiKey, NewApiKey } from "@/features/api-keys/schema"
import type { RequestSummary } from "@/features/requests/schema"
import { Lane } from "@/testing/fixtures/lane"
import type { PortalClient } from "@/testing/fixtures/portal-client"

describe("the portal's mode", () => {
  let lane: Lane

  beforeAll(async () => {
    lane = await Lane.lease("next")
  })
  afterAll(() => lane.close())

  const holder = async () => {
    const account = await lane.marketplace.account()
    for (const mode of ["live", "test"] as const) {
      const { id } = await lane.marketplace.key(account, { mode })
      await lane.marketplace.rows("UPDATE api_key SET name = $2 WHERE id = $1", [id, `The ${mode} one`])
    }
    return { account, client: await lane.signedIn(account) }
  }
  const names = async (client: PortalClient): Promise<string[]> =>
    (await client.query<{ data: ApiKey[] }>("portalKeys.list")).data.data.map(({ name }) => name)
  const HTML = { accept: "text/html,application/xhtml+xml" }
  const open = async (client: PortalClient, path: string, headers: Record<string, string> = HTML) => {
    const response = await client.fetch(path, { headers })
    return { status: response.status, cookies: response.headers.getSetCookie(), text: await response.text() }
  }

  test("a call acts in the mode of its header, or else of the cookie", async () => {
    const { account } = await holder()
    const client = await lane.signedIn(account)
    expect(await names(client)).toEqual(["The live one"])
    expect(await names(client.inMode("sandbox"))).toEqual(["The test one"])
    client.withCookie(MODE_COOKIE, "sandbox")
    expect(await names(client)).toEqual(["The test one"])
    expect(await names(client.inMode("live"))).toEqual(["The live one"])
    client.withCookie(MODE_COOKIE, "forged")
    expect(await names(client)).toEqual(["The live one"])
    const response = await client.fetch("/api/trpc/portalKeys.list", { headers: { [MODE_HEADER]: "both" } })
    expect(response.status).toBe(400)
  })

  test("keys are created, changed and found in their mode only", async () => {
    const { client } = await holder()
    const inSandbox = client.inMode("sandbox")
    const input = { name: "Made in the sandbox", scopes: ["profile.read"] }
    const { data } = (await inSandbox.mutate<{ data: NewApiKey }>("portalKeys.create", input)).data
    expect([data.key.mode, data.secret.startsWith("haat_test_")]).toEqual(["test", true])
    const me = await lane.request("/v1/me", { key: data.secret })
    expect(me.json.meta.livemode).toBe(false)
    for (const [procedure, more] of [
      ["update", { name: "Taken" }],
      ["roll", { overlap: "now" }],
      ["revoke", {}],
    ] as const)
      expect([
        procedure,
        (await client.mutate(`portalKeys.${procedure}`, { id: data.key.id, ...more })).problem,
      ]).toEqual([procedure, "not_found"])
    const find = async (of: PortalClient): Promise<RequestSummary[]> =>
      (
        await of.query<{ data: RequestSummary[] }>("requestLog.find", {
          request_id: me.headers.get("x-request-id"),
        })
      ).data.data
    await expect.poll(async () => (await find(inSandbox)).length, { timeout: 10_000 }).toBe(1)
    const [request] = await find(inSandbox)
    expect(await find(client)).toEqual([])
    expect((await inSandbox.query("requests.get", { id: request?.id })).status).toBe(200)
    expect((await client.query("requests.get", { id: request?.id })).problem).toBe("not_found")
    const credentials = async (of: PortalClient) =>
      (await of.query<{ data: { name: string }[] }>("requestLog.credentials")).data.data.map(({ name }) => name).sort()
    expect([await credentials(client), await credentials(inSandbox)]).toEqual([
      ["The live one"],
      ["Made in the sandbox", "The test one"],
    ])
    expect((await client.query("usage.firstSteps")).data).toEqual({
      data: { key: true, request: false, webhook: false },
    })
    expect((await inSandbox.query("usage.firstSteps")).data).toEqual({
      data: { key: true, request: true, webhook: false },
    })
    const limits = async (of: PortalClient) =>
      (await of.query<{ data: { name: string }[] }>("usage.allowances")).data.data.map(({ name }) => name).sort()
    expect([await limits(client), await limits(inSandbox)]).toEqual([
      ["The live one"],
      ["Made in the sandbox", "The test one"],
    ])
  })

  test("a mode in the address opens the page in it, and is kept when a document is opened", async () => {
    const { account } = await holder()
    const client = await lane.signedIn(account)
    const bar = "data-sandbox-bar"
    const first = await open(client, "/keys")
    expect([first.text.includes("The live one"), first.text.includes(bar), first.cookies]).toEqual([true, false, []])

    // What only fetches the page changes nothing.
    for (const headers of [{ ...HTML, "sec-purpose": "prefetch" }, { accept: "*/*" }]) {
      const { text, cookies } = await open(client, "/keys?mode=sandbox", headers)
      expect([text.includes("The test one"), text.includes(bar), cookies]).toEqual([true, true, []])
    }
    expect((await open(client, "/keys")).text).not.toContain(bar)

    const switched = await open(client, "/keys?mode=sandbox")
    expect([switched.text.includes("The test one"), switched.text.includes("The live one")]).toEqual([true, false])
    expect(switched.cookies).toEqual([expect.stringMatching(/^haat-mode=sandbox; .*HttpOnly.*SameSite=Lax/i)])
    const later = await open(client, "/keys")
    expect([later.text.includes("The test one"), later.text.includes(bar), later.cookies]).toEqual([true, true, []])

    // Addresses of an older version, and unknown modes.
    expect((await open(client, "/requests?mode=test")).text).toContain(bar)
    expect((await open(client, "/keys?mode=forged")).text).toContain("The test one")
    expect((await open(client, "/keys?mode=live")).text).toContain("The live one")
    expect((await open(client, "/keys")).text).not.toContain(bar)
  })

  test("a page of a document keeps the document's mode, and an address with the other one needs a new document", async () => {
    const { account } = await holder()
    const client = (await lane.signedIn(account)).withCookie(MODE_COOKIE, "live")
    const inDocument = (path: string) => open(client.inMode("sandbox"), path, { accept: "*/*" })
    expect((await inDocument("/keys")).text).toContain("The test one")
    expect((await inDocument("/keys?mode=sandbox")).status).toBe(200)
    const other = await inDocument("/keys?mode=live")
    expect([other.status, other.text, other.cookies]).toEqual([409, "", []])
    const fromElsewhere = await open(client, "/keys?mode=live", {
      accept: "*/*",
      "sec-fetch-dest": "empty",
      "sec-fetch-mode": "cors",
    })
    expect([fromElsewhere.status, fromElsewhere.text]).toEqual([409, ""])
    const forged = await open(client, "/keys", { ...HTML, [MODE_HEADER]: "forged" })
    expect([forged.status, forged.text.includes("The live one")]).toEqual([200, true])
  })
})
