import { setImmediate, setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { Admission, type Slot } from "@/platform/concurrency/admission"

/** Takes every free slot. */
function fill(admission: Admission): Slot[] {
  const slots: Slot[] = []
  for (let slot = admission.tryAcquire(); slot; slot = admission.tryAcquire()) slots.push(slot)
  return slots
}

test("released slots go to waiting requests in order of arrival", async () => {
  const admission = new Admission()
  const slots = fill(admission)
  expect(slots.length).toBeGreaterThan(10)
  const order: number[] = []
  const waiting = [0, 1, 2].map((place) => admission.acquire().then((slot) => order.push(slot ? place : -1)))
  expect(admission.state).toEqual({ active: slots.length, waiting: 3, rejected: 0 })
  for (const slot of slots.slice(0, 3)) admission.release(slot)
  await Promise.all(waiting)
  expect(order).toEqual([0, 1, 2])
  expect(admission.state).toEqual({ active: slots.length, waiting: 0, rejected: 0 })
})

test("a new request does not overtake waiting ones", async () => {
  const admission = new Admission()
  const [slot] = fill(admission)
  const first = admission.acquire()
  const second = admission.acquire()
  if (slot) admission.release(slot)
  expect(await first).not.toBeNull()
  expect(admission.tryAcquire()).toBeNull()
  await second
})

test("waiting groups are served round-robin, and requests within a group in order of arrival", async () => {
  const admission = new Admission()
  const slots = fill(admission)
  const order: string[] = []
  const waiting = ["a1", "a2", "a3", "b1", "a4", "c1", "b2"].map((name) =>
    admission.acquire([name.charAt(0)]).then((slot) => order.push(slot ? name : "refused")),
  )
  for (const slot of slots.slice(0, waiting.length)) admission.release(slot)
  await Promise.all(waiting)
  expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
})

test("a request is rejected after waiting for one second, and not earlier", async () => {
  const admission = new Admission()
  const held = fill(admission)
  const began = performance.now()
  // Slots that are replaced all the time are never held for long.
  const renewed = setInterval(() => {
    for (const slot of held.splice(0)) admission.release(slot)
    held.push(...fill(admission))
  }, 100)
  const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => admission.acquire()))
  clearInterval(renewed)
  expect(outcomes.filter((slot) => slot === null).length).toBe(admission.state.rejected)
  expect(admission.state.rejected).toBeGreaterThan(0)
  expect(performance.now() - began).toBeGreaterThanOrEqual(990)
})

test("a request that runs longer than a second no longer counts against the slots", async () => {
  const admission = new Admission()
  const held = fill(admission)
  await sleep(1_100)
  expect(admission.tryAcquire()).not.toBeNull()
  for (const slot of held) admission.release(slot)
  expect(admission.state.active).toBe(1)
})

test("new connections are accepted before waiting requests start, but cannot delay them forever", async () => {
  const admission = new Admission()
  admission.connectionAccepted()
  expect(admission.tryAcquire()).toBeNull()
  const waiting = admission.acquire()
  const more = setInterval(() => admission.connectionAccepted(), 0)
  expect(await waiting).not.toBeNull()
  clearInterval(more)
})

test("under an endless stream of connections, requests can start most of the time", { timeout: 20_000 }, async () => {
  const admission = new Admission()
  /** Measures the share of event loop turns in which a request could start. */
  const shareOfTurns = async (ms: number): Promise<number> => {
    let [semaphore, started] = [0, 0]
    for (const until = performance.now() + ms; performance.now() < until; semaphore++) {
      admission.connectionAccepted()
      const slot = admission.tryAcquire()
      if (slot) admission.release(slot)
      started += slot ? 1 : 0
      await setImmediate()
    }
    return started / semaphore
  }
  await shareOfTurns(3_000)
  expect(await shareOfTurns(6_000)).toBeGreaterThan(0.7)
})
