/**
 * A queue whose groups are served in turn, and in order of arrival within a group, so that a group with many members
 * delays another by one member each. Groups nest: a path names the group, and the group within it.
 */
export class FairQueue<Member> {
  private readonly members = new Set<Member>()
  /** The group that is served next comes first. */
  private readonly groups = new Map<string, FairQueue<Member>>()
  private count = 0

  get size(): number {
    return this.count
  }

  add(member: Member, [name, ...rest]: readonly string[]): void {
    this.count++
    if (name === undefined) {
      this.members.add(member)
      return
    }
    const group = this.groups.get(name) ?? new FairQueue<Member>()
    this.groups.set(name, group)
    group.add(member, rest)
  }

  /** Takes out the member whose turn it is. */
  next(): Member | undefined {
    const [member] = this.members
    if (member !== undefined) {
      this.count--
      this.members.delete(member)
      return member
    }
    const [entry] = this.groups
    if (!entry) return undefined
    const [name, group] = entry
    this.count--
    const next = group.next()
    this.groups.delete(name)
    if (group.size > 0) this.groups.set(name, group)
    return next
  }

  /** @param names the path with which the member was added */
  remove(member: Member, names: readonly string[]): boolean {
    const [name, ...rest] = names
    const group = name === undefined ? undefined : this.groups.get(name)
    const removed = name === undefined ? this.members.delete(member) : (group?.remove(member, rest) ?? false)
    if (removed) this.count--
    if (name !== undefined && group?.size === 0) this.groups.delete(name)
    return removed
  }

  /**
   * Returns whom a full queue gives up in favour of a new member with this path: the latest member of the largest
   * group; null if the new member's own group would then be the largest.
   */
  evictionCandidate([name, ...rest]: readonly string[]): Member | null {
    if (name === undefined) return null
    const own = this.groups.get(name)
    const largest = this.largest()
    if (largest && largest.size > (own?.size ?? 0) + 1) return largest.latest()
    return own?.evictionCandidate(rest) ?? null
  }

  private largest(): FairQueue<Member> | undefined {
    let largest: FairQueue<Member> | undefined
    for (const group of this.groups.values()) if (group.size > (largest?.size ?? 0)) largest = group
    return largest
  }

  private latest(): Member | null {
    return this.largest()?.latest() ?? [...this.members].at(-1) ?? null
  }
}
