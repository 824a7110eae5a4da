import { v7 } from "uuid"
import type { Random } from "./random"

/** Returns a UUIDv7 of this time, with seeded random bits. */
export function uuidAt(moment: Date, random: Random): string {
  return v7({ msecs: moment.getTime(), random: random.bytes(16), seq: random.int(0, 0x7fffffff) })
}
