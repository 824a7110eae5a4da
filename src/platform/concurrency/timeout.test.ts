import { afterEach, expect, test, vi } from "vitest"
import { withTimeout, TimeoutError } from "@/platform/concurrency/timeout"

afterEach(() => void vi.useRealTimers())

const TIME_MS = 500
const standStill = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test("work that does not come is given up at its time, and not before", async () => {
  vi.useFakeTimers()
  const told = vi.fn()
  withTimeout(new Promise(() => undefined)).catch(told)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2)
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.any(TimeoutError))
})

test("what it gives is given, and so is why it failed; then nothing is waited for", async () => {
  vi.useFakeTimers()
  expect(await withTimeout(Promise.resolve("rows"))).toBe("rows")
  await expect(withTimeout(Promise.reject(new Error("a wrong query")))).rejects.toThrow("a wrong query")
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
})

test("work that comes soon after the whole machine stood still is in time", async () => {
  const work = new Promise((resolve) =>
    setImmediate(() => {
      standStill(TIME_MS + 100)
      setTimeout(resolve, TIME_MS / 10, "rows")
    }),
  )
  expect(await withTimeout(work, TIME_MS)).toBe("rows")
})

test("a process that stands still while the database hangs gives up nonetheless", async () => {
  const given = withTimeout(new Promise(() => undefined), TIME_MS)
  standStill(TIME_MS + 100)
  await expect(given).rejects.toThrow(TimeoutError)
})
