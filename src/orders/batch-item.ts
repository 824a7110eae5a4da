/** Why one item of a batch was not accepted, while the others were. */
export class ItemError extends Error {
  override name = "ItemError"

  /** @param param the path of the field that is wrong; null if it is none of them */
  constructor(
    readonly code: ItemErrorCode,
    message: string,
    readonly param: string | null = null,
  ) {
    super(message)
  }
}

export const ITEM_ERROR_CODES = [
  "validation_failed",
  "duplicate_external_id",
  "external_id_reused",
  "not_found",
  "not_for_sale",
  "out_of_stock",
  "amount_mismatch",
  "invalid_state",
] as const
export type ItemErrorCode = (typeof ITEM_ERROR_CODES)[number]

/** An item of a batch, by the shop's own reference. */
export interface Referenced {
  externalId: string
}

/** Returns the items of a batch whose reference does not stand in it before. The outcome of the others is set to an error. */
export function withoutDoubled<Item extends Referenced>(
  items: readonly Item[],
  outcomes: { set: (item: Item, error: ItemError) => unknown },
): Item[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const doubled = seen.has(item.externalId)
    seen.add(item.externalId)
    if (doubled)
      outcomes.set(
        item,
        new ItemError("duplicate_external_id", "This external_id is in the batch before.", "external_id"),
      )
    return !doubled
  })
}

/** What became of each item of a batch so far. */
export type NamedOutcomes<Item, Subject> = Map<Item, (Subject & { repeated: boolean }) | ItemError>
