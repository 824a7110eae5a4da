import { afterEach, expect, test, vi } from "vitest"
import { awakeFor, awakeMs } from "@/testing/stalls"

afterEach(() => void vi.restoreAllMocks())

test("its clock stands meanwhile, and what is waited for by it comes later", async () => {
  const [began, awake] = [performance.now(), awakeMs()]
  const waited = awakeFor(300)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  await waited
  expect(awakeMs() - awake).toBeGreaterThanOrEqual(300)
  expect(performance.now() - began).toBeGreaterThanOrEqual(700)
})

/** A machine whose clocks move as it is told, and how its standstills are counted from its beginning. */
const machine = async () => {
  let [ms, workedMs] = [performance.now(), 0]
  const { user } = process.cpuUsage()
  vi.spyOn(performance, "now").mockImplementation(() => ms)
  vi.spyOn(process, "cpuUsage").mockImplementation((before) => ({
    user: user + workedMs * 1_000 - (before?.user ?? 0),
    system: 0,
  }))
  vi.resetModules()
  return {
    ...(await import("@/testing/stalls")),
    standStill: (time: number): void => void (ms += time),
    work: (time: number): void => {
      ms += time
      workedMs += time
    },
  }
}

test("the time in which nothing ran is counted, whether it is asked for at once or later", async () => {
  const { standStill, stalledMs } = await machine()
  const before = stalledMs()
  standStill(4_000)
  const counted = stalledMs() - before
  expect(Math.abs(counted - 4_000)).toBeLessThan(150)
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(stalledMs() - before).toBe(counted)
})

test("what the process itself has worked is no standstill, nor is a tick that is a little late", async () => {
  const { standStill, work, stalledMs } = await machine()
  const before = stalledMs()
  work(4_000)
  standStill(90)
  expect(stalledMs()).toBe(before)
})

test("what was refused is asked for again if the machine stood still, and otherwise is not", async () => {
  const { standStill, insist } = await machine()
  let asked = 0
  const ask = (stoodMs: number) => {
    standStill(stoodMs)
    return Promise.resolve({ status: ++asked === 1 ? 503 : 200 })
  }
  expect(await insist(() => ask(0))).toEqual({ status: 503 })
  asked = 0
  expect(await insist(() => ask(700))).toEqual({ status: 200 })
  asked = 0
  const breakOff = (stoodMs: number) => () => (
    standStill(stoodMs),
    ++asked === 1 ? Promise.reject(new Error("other side closed")) : Promise.resolve({ status: 200 })
  )
  await expect(insist(breakOff(0))).rejects.toThrow("other side closed")
  asked = 0
  expect(await insist(breakOff(700))).toEqual({ status: 200 })
  asked = 0
  expect(await insist(() => (standStill(700), Promise.resolve({ status: 500, asked: ++asked })))).toEqual({
    status: 500,
    asked: 1,
  })
})
