/** Why one item of a batch was rejected, while others were accepted. */
export class ItemError extends Error {
  override name = "ItemError"

  /** @param param the path of the field that is wrong; null if no single field is */
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
type ItemErrorCode = (typeof ITEM_ERROR_CODES)[number]

/** An item of a batch, by the shop's own reference. */
export interface BatchItem {
  externalId: string
}

/** Rejects items whose external_id occurs earlier in the batch: sets their outcomes to an error, and returns the others. */
export function rejectDuplicates<Item extends BatchItem>(
  items: readonly Item[],
  outcomes: { set: (item: Item, error: ItemError) => unknown },
): Item[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const isDuplicate = seen.has(item.externalId)
    seen.add(item.externalId)
    if (isDuplicate)
      outcomes.set(
        item,
        new ItemError("duplicate_external_id", "The batch contains this external_id more than once.", "external_id"),
      )
    return !isDuplicate
  })
}

/** The outcomes of the items of a batch that are known so far. */
export type BatchOutcomes<Item, Subject> = Map<Item, (Subject & { repeated: boolean }) | ItemError>
