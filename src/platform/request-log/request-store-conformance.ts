import { v7 as uuidv7 } from "uuid"
import { beforeEach, describe, expect, test } from "vitest"
import { firstIdAt, type LogOwner, type RequestStore, type StoredRequest } from "@/platform/request-log/request-store"
import { hourEdges, storedRequest } from "@/platform/request-log/stored-request-fixture"

/**
 * The tests that every store of the request log must pass.
 * @param rollUp counts the requests so far, where the store has a step of its own for that
 */
export function describeRequestStore(store: () => RequestStore, rollUp: () => Promise<void>): void {
  let owner: LogOwner
  let key: string

  beforeEach(() => {
    owner = { accountId: uuidv7(), livemode: true }
    key = uuidv7()
  })

  const request = (more: Partial<StoredRequest> = {}, at = Date.now()): StoredRequest =>
    storedRequest({ account_id: owner.accountId, credential_id: key, ...more }, at)
  const range = () => ({ from: new Date(Date.now() - 3_600_000), before: firstIdAt(new Date(Date.now() + 60_000)) })
  const pathsOf = async (filter: Parameters<RequestStore["page"]>[1], of = owner): Promise<string[]> =>
    (await store().page(of, filter, range(), 50)).rows.map(({ path }) => path)
  const counted = async (of = owner) => {
    const [step] = await store().usage(of, hourEdges())
    return [step?.requests ?? 0, step?.errors ?? 0]
  }

  describe("append", () => {
    test("stores a request once, however often it is repeated", async () => {
      const first = request()
      await store().append([first])
      await store().append([first, request({ path: "/v1/orders" })])
      expect((await pathsOf({})).sort()).toEqual(["/v1/me", "/v1/orders"])
      expect(await counted()).toEqual([2, 0])
      await rollUp()
      await store().append([first])
      await rollUp()
      expect(await counted()).toEqual([2, 0])
    })

    test("of nothing is possible", async () => {
      await store().append([])
      expect(await pathsOf({})).toEqual([])
    })
  })

  describe("byId", () => {
    test("returns everything that was stored", async () => {
      const whole = request({
        method: "PATCH",
        operation: "PATCH /seller/orders/{id}/ship",
        scope: "seller.orders.write",
        path: "/v1/seller/orders/so_1/ship",
        query: "note=hello",
        status: 422,
        error_code: "validation_failed",
        request_id: "my-request-1",
        request_headers: { accept: "*/*", "content-length": "12", "idempotency-key": "try-1" },
        request_body: '{"awb":"!"}',
        response_headers: { "content-type": "application/json" },
        response_body: "{}",
      })
      await store().append([whole])
      const { id, account_id: _, ...rest } = whole
      const { created_at, ...row } = (await store().byId(owner, id)) ?? {}
      expect(row).toEqual({ id, ...rest })
      expect(firstIdAt(created_at ?? new Date(0)).slice(0, 13)).toBe(id.slice(0, 13))
    })

    test("returns a missing user agent and missing headers as such", async () => {
      const bare = request({ user_agent: null, request_headers: {} })
      await store().append([bare])
      expect(await store().byId(owner, bare.id)).toMatchObject({
        user_agent: null,
        request_headers: {},
        request_id: bare.id,
      })
    })

    test("does not return those of another account or mode", async () => {
      const own = request()
      await store().append([own])
      expect(await store().byId({ ...owner, livemode: false }, own.id)).toBeNull()
      expect(await store().byId({ ...owner, accountId: uuidv7() }, own.id)).toBeNull()
    })
  })

  test("byRequestId finds Haat's ids and those that the client chose, newest first", async () => {
    const [own, older, newer] = [
      request(),
      request({ request_id: "chosen-id" }, Date.now() - 1_000),
      request({ request_id: "chosen-id" }),
    ]
    await store().append([own, older, newer])
    const idsOf = async (requestId: string, of = owner) =>
      (await store().byRequestId(of, requestId, 20)).map(({ id }) => id)
    expect(await idsOf(own.id)).toEqual([own.id])
    expect(await idsOf("chosen-id")).toEqual([newer.id, older.id])
    expect(await idsOf("other-id")).toEqual([])
    expect(await idsOf("chosen-id", { ...owner, livemode: false })).toEqual([])
    expect(await idsOf(own.id, { ...owner, accountId: uuidv7() })).toEqual([])
  })

  describe("page", () => {
    test("filters by credential, status, method, path and code", async () => {
      const other = uuidv7()
      await store().append([
        request({ path: "/v1/a" }),
        request({ path: "/v1/b", credential_id: other }),
        request({ path: "/v1/c", status: 404, error_code: "not_found" }),
        request({ path: "/v1/d", status: 500, error_code: "internal_error", credential_id: other }),
        request({ path: "/v1/e", method: "POST", operation: "POST /webhook-endpoints", scope: "webhooks.manage" }),
        request({ path: "/v1/t", livemode: false }),
      ])
      const sorted = async (filter: Parameters<typeof pathsOf>[0], of = owner) => (await pathsOf(filter, of)).sort()
      expect(await sorted({})).toEqual(["/v1/a", "/v1/b", "/v1/c", "/v1/d", "/v1/e"])
      expect(await sorted({}, { ...owner, livemode: false })).toEqual(["/v1/t"])
      expect(await sorted({ credentials: [other] })).toEqual(["/v1/b", "/v1/d"])
      expect(await sorted({ credentials: [other, key], statuses: [200, 299] })).toEqual(["/v1/a", "/v1/b", "/v1/e"])
      expect(await sorted({ credentials: [other], statuses: [400, 599] })).toEqual(["/v1/d"])
      expect(await sorted({ credentials: [] })).toEqual([])
      expect(await sorted({ statuses: [404, 404] })).toEqual(["/v1/c"])
      expect(await sorted({ method: "POST" })).toEqual(["/v1/e"])
      expect(await sorted({ path: "1/d" })).toEqual(["/v1/d"])
      expect(await sorted({ code: "not_found" })).toEqual(["/v1/c"])
    })

    test("compares the whole credential, not only what the index has of it", async () => {
      const twin = `00000000-0000-7000-8000-00000000${key.slice(-4)}`
      await store().append([request({ path: "/v1/twin", credential_id: twin }), request()])
      expect(await pathsOf({ credentials: [key] })).toEqual(["/v1/me"])
    })

    test("continues below an id, newest first, also within one millisecond", async () => {
      const at = Date.now()
      const all = Array.from({ length: 7 }, () => request({}, at))
      await store().append(all)
      const seen: string[] = []
      let { before } = range()
      for (;;) {
        const { rows, searchedTo } = await store().page(owner, {}, { ...range(), before }, 3)
        expect(searchedTo).toBeNull()
        seen.push(...rows.map(({ id }) => id))
        if (rows.length < 3) break
        before = seen.at(-1) ?? before
      }
      expect(seen).toEqual(
        all
          .map(({ id }) => id)
          .sort()
          .reverse(),
      )
    })

    test("ends at the range's earliest time", async () => {
      await store().append([request({ path: "/v1/old" }, Date.now() - 7_200_000), request()])
      expect(await pathsOf({})).toEqual(["/v1/me"])
    })
  })

  test("newSince returns the newest, oldest first", async () => {
    const now = Date.now()
    await store().append([1, 2, 3].map((n) => request({ path: `/v1/${n}` }, now - 10_000 + n)))
    const paths = async (since: number, limit: number) =>
      (await store().newSince(owner, {}, new Date(since), limit)).map(({ path }) => path)
    expect(await paths(now - 20_000, 10)).toEqual(["/v1/1", "/v1/2", "/v1/3"])
    expect(await paths(now - 20_000, 2)).toEqual(["/v1/2", "/v1/3"])
    expect(await paths(now, 10)).toEqual([])
  })
}
