import { v7 } from "uuid"
import type { Random } from "./random"

/** A UUIDv7 of that moment, the rest of it from the seed. */
export function uuidAt(moment: Date, random: Random): string {
  return v7({ msecs: moment.getTime(), random: random.bytes(16), seq: random.int(0, 0x7fffffff) })
}
