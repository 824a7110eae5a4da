import type { World } from "@/domain/world"

/**
 * Returns the SQL condition for the orders or seller orders of a world. The indexes of live lists have `livemode`, and
 * those of sandboxes contain only rows that are not live.
 * @param value adds a parameter and returns its placeholder
 */
export function inWorldSql({ id, livemode }: World, value: (parameter: unknown) => string): string {
  return livemode ? "livemode" : `world_id = ${value(id)} AND NOT livemode`
}
