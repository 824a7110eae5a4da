import { afterEach, expect, test, vi } from "vitest"
import { withTimeout, TimeoutError } from "@/platform/concurrency/timeout"

afterEach(() => void vi.useRealTimers())

const TIME_MS = 500
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test("withTimeout rejects after 5 s, and not earlier", async () => {
  vi.useFakeTimers()
  const onTimeout = vi.fn()
  withTimeout(new Promise(() => undefined)).catch(onTimeout)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(onTimeout).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2)
  expect(onTimeout).toHaveBeenCalledExactlyOnceWith(expect.any(TimeoutError))
})

test("withTimeout returns the result or the error, and clears its timer", async () => {
  vi.useFakeTimers()
  expect(await withTimeout(Promise.resolve("rows"))).toBe("rows")
  await expect(withTimeout(Promise.reject(new Error("a wrong query")))).rejects.toThrow("a wrong query")
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
})

test("a result that arrives shortly after the process was suspended is not a timeout", async () => {
  const work = new Promise((resolve) =>
    setImmediate(() => {
      standStill(TIME_MS + 100)
      setTimeout(resolve, TIME_MS / 10, "rows")
    }),
  )
  expect(await withTimeout(work, TIME_MS)).toBe("rows")
})

test("work that never settles times out after the process was suspended", async () => {
  const given = withTimeout(new Promise(() => undefined), TIME_MS)
  standStill(TIME_MS + 100)
  await expect(given).rejects.toThrow(TimeoutError)
})
