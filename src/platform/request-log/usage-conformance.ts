import { v7 as uuidv7 } from "uuid"
import { beforeEach, describe, expect, test } from "vitest"
import type { LogOwner, ReportQuery, RequestStore, StoredRequest } from "@/platform/request-log/request-store"
import { hourEdges, storedRequest } from "@/platform/request-log/stored-request-fixture"

/**
 * The tests of usage that every store of the request log must pass.
 * @param rollUp counts the requests so far, where the store has a step of its own for that
 */
export function describeUsage(store: () => RequestStore, rollUp: () => Promise<void>): void {
  let owner: LogOwner
  let key: string

  beforeEach(() => {
    owner = { accountId: uuidv7(), livemode: true }
    key = uuidv7()
  })

  const request = (more: Partial<StoredRequest> = {}, at = Date.now()): StoredRequest =>
    storedRequest({ account_id: owner.accountId, credential_id: key, ...more }, at)
  const lastHours = () => ({ from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) })
  const counted = async (of = owner) => {
    const [step] = await store().usage(of, hourEdges())
    return [step?.requests ?? 0, step?.errors ?? 0]
  }

  describe("usage", () => {
    test("is the same before and after the roll-up, and of each mode", async () => {
      await store().append([
        request({ duration_ms: 4 }),
        request({ duration_ms: 40, status: 404, error_code: "not_found" }),
        request({ livemode: false }),
      ])
      const read = async () => ({
        live: await counted(),
        test: await counted({ ...owner, livemode: false }),
        counts: (await store().usage(owner, hourEdges()))[0]?.counts,
        durations: (await store().durations(owner, hourEdges(), 0, 13_000)).sort((a, b) => a.bucket - b.bucket),
        errors: (await store().errorGroups(owner, { except: [] }, lastHours(), 8)).map(
          ({ last_at: _, ...group }) => group,
        ),
        calls: await store().callsOfKey(owner.accountId, key, new Date(Date.now() - 7_200_000)),
      })
      const before = await read()
      expect(before.live).toEqual([2, 1])
      expect(before.test).toEqual([1, 0])
      expect(before.counts?.slice(0, 5)).toEqual([1, 0, 0, 1, 0])
      expect(before.durations.map(({ duration_ms }) => duration_ms)).toEqual([4, 40])
      expect(before.errors).toEqual([{ code: "not_found", operation: "GET /me", status: 404, requests: 1 }])
      expect(before.calls).toBe(3)
      await rollUp()
      expect(await read()).toEqual(before)
    })

    test("counts a request that is stored after its period was closed", async () => {
      await rollUp()
      await store().append([request({}, Date.now() - 60_000)])
      expect(await counted()).toEqual([1, 0])
      await rollUp()
      expect(await counted()).toEqual([1, 0])
      await rollUp()
      expect(await counted()).toEqual([1, 0])
    })

    test("is reported by hour and group, exactly, for some credentials or for all but some", async () => {
      const other = uuidv7()
      await store().append([
        request({ duration_ms: 4 }),
        request({ status: 404, error_code: "not_found" }),
        request({ credential_id: other, operation: "GET /orders", scope: "orders.read" }),
      ])
      const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
      const report = async (
        groupBy: ReportQuery["groupBy"],
        credentials: ReportQuery["credentials"] = { except: [] },
      ) =>
        (
          await store().report({
            ...{ accountId: owner.accountId, credentials, interval: "hour", groupBy, limit: 100 },
            ...{ from: new Date(hour.getTime() - 3_600_000), to: new Date(hour.getTime() + 7_200_000) },
          })
        ).map(({ group, requests, errors }) => [group, requests, errors])
      const longest = async (credentials: ReportQuery["credentials"]) =>
        (
          await store().report({
            ...{ accountId: owner.accountId, credentials, interval: "range", groupBy: "status", limit: 100 },
            ...{ from: new Date(hour.getTime() - 3_600_000), to: new Date(hour.getTime() + 7_200_000) },
          })
        ).map(({ group, duration_max }) => [group, duration_max])
      const check = async () => {
        expect(await longest({ only: [key] })).toEqual([
          ["200", 4],
          ["404", 3.5],
        ])
        expect(await report(null)).toEqual([[null, 3, 1]])
        expect(await report("key")).toEqual(
          [key, other].sort().map((id) => [id, id === key ? 2 : 1, id === key ? 1 : 0]),
        )
        expect(await report("operation")).toEqual([
          ["GET /me", 2, 1],
          ["GET /orders", 1, 0],
        ])
        expect(await report("status", { only: [key] })).toEqual([
          ["200", 1, 0],
          ["404", 1, 1],
        ])
        expect(await report(null, { except: [key] })).toEqual([[null, 1, 0]])
        expect(await report(null, { only: [] })).toEqual([])
      }
      await check()
      await rollUp()
      await check()
    })

    test("a summary counts steps, periods and groups alike, before and after the roll-up", async () => {
      const other = uuidv7()
      const [hour, hourMs] = [Math.floor(Date.now() / 3_600_000) * 3_600_000, 3_600_000]
      const at = (hours: number): Date => new Date(hour + hours * hourMs)
      await store().append([
        request({ duration_ms: 4 }),
        request({ status: 404, error_code: "not_found" }),
        request({ credential_id: other, operation: "GET /orders", scope: "orders.read" }),
        request({}, at(-3).getTime() + 60_000),
        request({}, at(-1).getTime() + 60_000),
      ])
      const rows = async (credentials: ReportQuery["credentials"] = { except: [] }) =>
        (
          await store().summary({
            ...{ accountId: owner.accountId, credentials, splitAt: at(0), firstEnds: at(-1) },
            edges: [at(-3), at(-2), at(-1), at(0), at(1)],
          })
        )
          .map(({ kind, step, period, group, requests, errors }) => [kind, step ?? period, group, requests, errors])
          .sort()
      const check = async () => {
        // What lies between the first period's end and the second period is in neither.
        const expected = [
          ["step", 1, null, 1, 0],
          ["step", 4, null, 3, 1],
          ["period", 1, null, 1, 0],
          ["period", 2, null, 3, 1],
          ["key", 1, key, 1, 0],
          ["key", 2, key, 2, 1],
          ["key", 2, other, 1, 0],
          ["operation", 1, "GET /me", 1, 0],
          ["operation", 2, "GET /me", 2, 1],
          ["operation", 2, "GET /orders", 1, 0],
          ["status", 1, "200", 1, 0],
          ["status", 2, "200", 2, 0],
          ["status", 2, "404", 1, 1],
        ]
        expect(await rows()).toEqual(expected.sort())
        expect((await rows({ only: [other] })).filter(([kind]) => kind === "period")).toEqual([
          ["period", 2, null, 1, 0],
        ])
      }
      await check()
      await rollUp()
      await check()
    })

    test("clients are the addresses and user agents of one credential", async () => {
      const from = { ip: "203.0.113.7", user_agent: "erp/2.1" }
      await store().append([
        request(from),
        request({ ...from, ip: "2001:db8::1" }),
        request({ ...from, credential_id: uuidv7() }),
        request({ ip: null, user_agent: null }),
        request(from, Date.now() - 3 * 3_600_000),
      ])
      const clients = async (since: number, limit = 100) =>
        (await store().clients(owner, key, new Date(Date.now() - since), limit)).rows.map(
          ({ kind, value, requests }) => [...[kind, value, requests]],
        )
      expect((await clients(3_600_000)).sort()).toEqual(
        [
          ["ip", "2001:db8::1", 1],
          ["ip", "203.0.113.7", 1],
          ["ip", null, 1],
          ["user_agent", "erp/2.1", 2],
          ["user_agent", null, 1],
        ].sort(),
      )
      expect((await clients(6 * 3_600_000)).slice(0, 2)).toEqual([
        ["user_agent", "erp/2.1", 3],
        ["ip", "203.0.113.7", 2],
      ])
      const { incomplete } = await store().clients(owner, key, new Date(Date.now() - 6 * 3_600_000), 4)
      expect(incomplete).toBe(true)
      expect((await clients(6 * 3_600_000, 1)).every(([, , requests]) => requests === 1)).toBe(true)
    })

    test("errors have the time of the last one, and those of test keys are apart", async () => {
      const [testKey, at] = [uuidv7(), Date.now() - 5_000]
      const error = { status: 404, error_code: "not_found" }
      await store().append([
        request(error, at - 1_000),
        request(error, at),
        request({ ...error, credential_id: testKey, livemode: false }),
      ])
      const groups = (of: LogOwner) =>
        store().errorGroups(of, of.livemode ? { except: [testKey] } : { only: [testKey] }, lastHours(), 8)
      expect(await groups(owner)).toEqual([
        { code: "not_found", operation: "GET /me", status: 404, requests: 2, last_at: new Date(at) },
      ])
      expect(await groups({ ...owner, livemode: false })).toMatchObject([{ requests: 1 }])
    })
  })
}
