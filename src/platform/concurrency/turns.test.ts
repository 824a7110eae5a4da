import { describe, expect, test } from "vitest"
import { Turns } from "@/platform/concurrency/turns"

class Full extends Error {}
const full = (): Error => new Full("too many wait")

/** Work that a test finishes, in the order in which it started. */
class Works {
  readonly begun: number[] = []
  private readonly ends = new Map<number, { resolve: (value: number) => void; reject: (error: Error) => void }>()

  start(turns: Turns, id: number, subjects: string[] = [], line: "ahead" | "behind" = "behind"): Promise<number> {
    return turns.take(
      () => {
        this.begun.push(id)
        return new Promise<number>((resolve, reject) => this.ends.set(id, { resolve, reject }))
      },
      full,
      subjects,
      line,
    )
  }

  end(id: number): void {
    this.ends.get(id)?.resolve(id)
  }

  fail(id: number): void {
    this.ends.get(id)?.reject(new Error("the work failed"))
  }
}

describe("work in turns", () => {
  test("begins at once up to the bound, and the rest in the order in which it came", async () => {
    const [turns, works] = [new Turns({ atOnce: 2, waiting: 3 }), new Works()]
    const all = [1, 2, 3, 4, 5].map((id) => works.start(turns, id))
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

  test("is refused, with the caller's own error, when too many wait", async () => {
    const [turns, works] = [new Turns({ atOnce: 1, waiting: 1 }), new Works()]
    const [first, second] = [works.start(turns, 1), works.start(turns, 2)]
    await expect(works.start(turns, 3)).rejects.toBeInstanceOf(Full)
    works.end(1)
    await expect.poll(() => works.begun).toEqual([1, 2])
    const fourth = works.start(turns, 4)
    works.end(2)
    await expect.poll(() => works.begun).toEqual([1, 2, 4])
    works.end(4)
    expect(await Promise.all([first, second, fourth])).toEqual([1, 2, 4])
  })

  test("lets the line ahead come first, in room that the others cannot fill, and counts each of a work's subjects", async () => {
    const [turns, works] = [new Turns({ atOnce: 1, waiting: 3, waitingEach: 2, ahead: { waiting: 1 } }), new Works()]
    const all = [works.start(turns, 1), works.start(turns, 2, ["a", "site"]), works.start(turns, 3, ["b", "site"])]
    await expect(works.start(turns, 4, ["c", "site"])).rejects.toBeInstanceOf(Full)
    all.push(works.start(turns, 5, ["d"]))
    await expect(works.start(turns, 6, ["e"])).rejects.toBeInstanceOf(Full)
    all.push(works.start(turns, 7, ["known"], "ahead"))
    await expect(works.start(turns, 8, ["known"], "ahead")).rejects.toBeInstanceOf(Full)
    for (const [index, id] of [1, 7, 2, 3, 5].entries()) {
      await expect.poll(() => works.begun[index]).toBe(id)
      works.end(id)
    }
    expect(await Promise.all(all)).toEqual([1, 2, 3, 5, 7])
  })

  test("gives its place back when it is done and when it fails, as often as it is taken", async () => {
    const turns = new Turns({ atOnce: 2, waiting: 0 })
    for (let round = 0; round < 20; round++) {
      expect(
        await Promise.all([
          turns.take(() => Promise.resolve(round), full),
          turns.take(() => Promise.resolve(-round), full),
        ]),
      ).toEqual([round, -round])
      await expect(turns.take(() => Promise.reject(new Error("the work failed")), full)).rejects.toThrow(
        "the work failed",
      )
      await expect(
        turns.take(() => {
          throw new Error("at once")
        }, full),
      ).rejects.toThrow("at once")
    }
  })

  test("lets those who wait go on after work that failed", async () => {
    const [turns, works] = [new Turns({ atOnce: 1, waiting: 2 }), new Works()]
    const [first, second] = [works.start(turns, 1), works.start(turns, 2)]
    works.fail(1)
    await expect(first).rejects.toThrow("the work failed")
    await expect.poll(() => works.begun).toEqual([1, 2])
    works.end(2)
    expect(await second).toBe(2)
  })
})
