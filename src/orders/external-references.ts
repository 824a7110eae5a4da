import { LIVE_WORLD_SQL } from "@/domain/world"
import { ItemError, type BatchOutcomes, type BatchItem, rejectDuplicates } from "@/orders/batch-item"
import { type Queryable, query } from "@/platform/db/query"
import { sha256 } from "@/platform/secrets"

type ReferenceKind = "order" | "payment" | "delivery"

interface NewReference {
  externalId: string
  orderId: string
  sellerOrderId: string | null
  fingerprint: Buffer
}

// Sorted, so that two batches with the same references do not wait for each other in a circle.
const INSERT_SQL = `
  INSERT INTO external_reference (external_id, kind, order_id, seller_order_id, fingerprint, operator_key_id)
  SELECT r.external_id, $2, r.order_id, r.seller_order_id, decode(r.fingerprint, 'hex'), $3
  FROM json_to_recordset($1::json) AS r (external_id text, order_id uuid, seller_order_id uuid, fingerprint text) ORDER BY r.external_id COLLATE "C"
  ON CONFLICT DO NOTHING RETURNING external_id`

const FIND_SQL = `
  SELECT external_id, fingerprint, order_id, seller_order_id FROM external_reference
  WHERE world_id = ${LIVE_WORLD_SQL} AND kind = $2 AND external_id = ANY ($1::text[])`

const DELETE_SQL = `
  DELETE FROM external_reference WHERE world_id = ${LIVE_WORLD_SQL} AND kind = $2 AND external_id = ANY ($1::text[])`

export interface KnownReference {
  orderId: string
  sellerOrderId: string | null
}

/**
 * Claims the references of a batch. A reference that another transaction has just claimed is waited for.
 * @returns those that were there before: of the same content with what they refer to, of another content with an error
 */
export async function claimReferences(
  tx: Queryable,
  kind: ReferenceKind,
  operatorKeyId: string,
  references: readonly NewReference[],
): Promise<Map<string, KnownReference | ItemError>> {
  if (references.length === 0) return new Map()
  const rows = references.map(({ externalId, orderId, sellerOrderId, fingerprint }) => ({
    external_id: externalId,
    order_id: orderId,
    seller_order_id: sellerOrderId,
    fingerprint: fingerprint.toString("hex"),
  }))
  const inserted = await query<{ external_id: string }>(INSERT_SQL, [JSON.stringify(rows), kind, operatorKeyId], tx)
  if (inserted.length === references.length) return new Map()
  const fresh = new Set(inserted.map(({ external_id: id }) => id))
  const repeated = references.filter(({ externalId }) => !fresh.has(externalId))
  const found = await query<{
    external_id: string
    fingerprint: Buffer | null
    order_id: string
    seller_order_id: string | null
  }>(FIND_SQL, [repeated.map(({ externalId }) => externalId), kind], tx)
  const sent = new Map(repeated.map(({ externalId, fingerprint }) => [externalId, fingerprint]))
  return new Map(
    found.map(({ external_id: id, fingerprint, order_id: orderId, seller_order_id: sellerOrderId }) => [
      id,
      fingerprint && sent.get(id)?.equals(fingerprint)
        ? { orderId, sellerOrderId }
        : new ItemError("external_id_reused", "This external_id was used with other content.", "external_id"),
    ]),
  )
}

/** Releases the references of rejected items, so that they can be sent again. */
export async function releaseReferences(
  tx: Queryable,
  kind: ReferenceKind,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length > 0) await query(DELETE_SQL, [externalIds, kind], tx)
}

/**
 * Returns the fingerprint of an item of a batch, which identifies a repeat of the item. Default values are omitted, so that
 * a new field does not change earlier fingerprints.
 */
export function fingerprintOf(item: object): Buffer {
  return sha256(
    JSON.stringify(item, (_name, value: unknown) =>
      value === null || value === false || value === 0 ? undefined : value,
    ),
  )
}

/** The subject of an item of a batch: a live order, or one of its seller orders. */
interface BatchSubject {
  id: string
  /** The order of a seller order; absent for an order. */
  order_id?: string
}

/**
 * Finds the subject of each item of a batch, and claims the references. Sets the outcomes of duplicates, of items without a
 * subject, and of items that an earlier request completed.
 * @param find returns the subject of an item, or an error if it does not exist
 * @returns the items that are new
 */
export async function claimItems<Item extends BatchItem, Subject extends BatchSubject>(
  tx: Queryable,
  kind: ReferenceKind,
  operatorKeyId: string,
  items: readonly Item[],
  find: (item: Item) => Subject | ItemError,
  outcomes: BatchOutcomes<Item, Subject>,
): Promise<{ item: Item; subject: Subject }[]> {
  const resolved = rejectDuplicates(items, outcomes).flatMap((item) => {
    const subject = find(item)
    if (!(subject instanceof ItemError)) return [{ item, subject }]
    outcomes.set(item, subject)
    return []
  })
  const references = resolved.map(({ item, subject: { id, order_id: orderId } }) => ({
    externalId: item.externalId,
    orderId: orderId ?? id,
    sellerOrderId: orderId === undefined ? null : id,
    fingerprint: fingerprintOf(item),
  }))
  const known = await claimReferences(tx, kind, operatorKeyId, references)
  return resolved.filter(({ item, subject }) => {
    const reference = known.get(item.externalId)
    if (reference) outcomes.set(item, reference instanceof ItemError ? reference : { ...subject, repeated: true })
    return !reference
  })
}
