import { describe, expect, test } from "vitest"
import { Semaphore } from "@/platform/concurrency/semaphore"

class Full extends Error {}
function full(): Error {
  return new Full("too many wait")
}

/** Work that a test finishes, in the order in which it started. */
class Works {
  readonly begun: number[] = []
  private readonly ends = new Map<number, { resolve: (value: number) => void; reject: (error: Error) => void }>()

  start(
    semaphore: Semaphore,
    id: number,
    path: string[] = [],
    queue: "priority" | "normal" = "normal",
  ): Promise<number> {
    return semaphore.run(
      () => {
        this.begun.push(id)
        return new Promise<number>((resolve, reject) => this.ends.set(id, { resolve, reject }))
      },
      full,
      path,
      queue,
    )
  }

  end(id: number): void {
    this.ends.get(id)?.resolve(id)
  }

  fail(id: number): void {
    this.ends.get(id)?.reject(new Error("the work failed"))
  }
}

describe("a semaphore", () => {
  test("starts tasks up to the concurrency, and queued ones in order of arrival", async () => {
    const [semaphore, works] = [new Semaphore({ concurrency: 2, maxQueued: 3 }), new Works()]
    const all = [1, 2, 3, 4, 5].map((id) => works.start(semaphore, id))
    await expect.poll(() => works.begun).toEqual([1, 2])
    works.end(2)
    await expect.poll(() => works.begun).toEqual([1, 2, 3])
    works.end(1)
    works.end(3)
    await expect.poll(() => works.begun).toEqual([1, 2, 3, 4, 5])
    works.end(4)
    works.end(5)
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5])
  })

  test("rejects with the caller's error when the queue is full", async () => {
    const [semaphore, works] = [new Semaphore({ concurrency: 1, maxQueued: 1 }), new Works()]
    const [first, second] = [works.start(semaphore, 1), works.start(semaphore, 2)]
    await expect(works.start(semaphore, 3)).rejects.toBeInstanceOf(Full)
    works.end(1)
    await expect.poll(() => works.begun).toEqual([1, 2])
    const fourth = works.start(semaphore, 4)
    works.end(2)
    await expect.poll(() => works.begun).toEqual([1, 2, 4])
    works.end(4)
    expect(await Promise.all([first, second, fourth])).toEqual([1, 2, 4])
  })

  test("serves the priority queue first, with one normal task after three, and gives it its own capacity", async () => {
    const [semaphore, works] = [
      new Semaphore({ concurrency: 1, maxQueued: 2, priorityQueue: { maxQueued: 5 } }),
      new Works(),
    ]
    const all = [works.start(semaphore, 1), works.start(semaphore, 2), works.start(semaphore, 3)]
    await expect(works.start(semaphore, 4)).rejects.toBeInstanceOf(Full)
    for (const id of [11, 12, 13, 14, 15]) all.push(works.start(semaphore, id, ["known"], "priority"))
    await expect(works.start(semaphore, 16, ["known"], "priority")).rejects.toBeInstanceOf(Full)
    const order = [1, 11, 12, 13, 2, 14, 15, 3]
    for (const [index, id] of order.entries()) {
      await expect.poll(() => works.begun[index]).toBe(id)
      works.end(id)
    }
    await Promise.all(all)
  })

  test("serves groups round-robin, also nested ones", async () => {
    const [semaphore, works] = [new Semaphore({ concurrency: 1, maxQueued: 20 }), new Works()]
    const all = [works.start(semaphore, 0)]
    for (const id of [1, 2, 3]) all.push(works.start(semaphore, id, ["many", "a"]))
    for (const id of [4, 5]) all.push(works.start(semaphore, id, ["many", "b"]))
    for (const id of [6, 7]) all.push(works.start(semaphore, id, ["other"]))
    const order = [0, 1, 6, 4, 7, 2, 5, 3]
    for (const [index, id] of order.entries()) {
      await expect.poll(() => works.begun[index]).toBe(id)
      works.end(id)
    }
    await Promise.all(all)
  })

  test("rejects the latest task of the largest group when the queue is full and a smaller group arrives", async () => {
    const [semaphore, works] = [new Semaphore({ concurrency: 1, maxQueued: 4 }), new Works()]
    const all = [0, 1, 2, 3].map((id) => works.start(semaphore, id, ["many", "a"]))
    const latest = works.start(semaphore, 4, ["many", "a"])
    await expect(works.start(semaphore, 5, ["many", "a"])).rejects.toBeInstanceOf(Full)
    all.push(works.start(semaphore, 6, ["many", "b"]))
    await expect(latest).rejects.toBeInstanceOf(Full)
    const later = all.splice(3, 1, works.start(semaphore, 7, ["other"]))
    await expect(later[0]).rejects.toBeInstanceOf(Full)
    const order = [0, 1, 7, 6, 2]
    for (const [index, id] of order.entries()) {
      await expect.poll(() => works.begun[index]).toBe(id)
      works.end(id)
    }
    await Promise.all(all)
  })

  test("rejects tasks that waited too long, and runs the others", async () => {
    const [semaphore, works] = [new Semaphore({ concurrency: 1, maxQueued: 3, queueTimeoutMs: 50 }), new Works()]
    const first = works.start(semaphore, 1)
    await expect(works.start(semaphore, 2, ["a"])).rejects.toBeInstanceOf(Full)
    const third = works.start(semaphore, 3, ["a"])
    works.end(1)
    await expect.poll(() => works.begun).toEqual([1, 3])
    await new Promise((resolve) => setTimeout(resolve, 100))
    works.end(3)
    expect(await Promise.all([first, third])).toEqual([1, 3])
    const fourth = works.start(semaphore, 4)
    works.end(4)
    expect(await fourth).toBe(4)
  })

  test("releases the slot when a task finishes, rejects or throws", async () => {
    const semaphore = new Semaphore({ concurrency: 2, maxQueued: 0 })
    for (let round = 0; round < 20; round++) {
      expect(
        await Promise.all([
          semaphore.run(() => Promise.resolve(round), full),
          semaphore.run(() => Promise.resolve(-round), full),
        ]),
      ).toEqual([round, -round])
      await expect(semaphore.run(() => Promise.reject(new Error("the work failed")), full)).rejects.toThrow(
        "the work failed",
      )
      await expect(
        semaphore.run(() => {
          throw new Error("at once")
        }, full),
      ).rejects.toThrow("at once")
    }
  })

  test("starts queued tasks after a failed one", async () => {
    const [semaphore, works] = [new Semaphore({ concurrency: 1, maxQueued: 2 }), new Works()]
    const [first, second] = [works.start(semaphore, 1), works.start(semaphore, 2)]
    works.fail(1)
    await expect(first).rejects.toThrow("the work failed")
    await expect.poll(() => works.begun).toEqual([1, 2])
    works.end(2)
    expect(await second).toBe(2)
  })
})
