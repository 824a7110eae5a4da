import { LIVE_WORLD_SQL } from "@/domain/world"
import { ItemError, type NamedOutcomes, type Referenced, withoutDoubled } from "@/orders/batch-item"
import { type Queryable, query } from "@/platform/db/query"
import { sha256 } from "@/platform/secrets"

export type ReferenceKind = "order" | "payment" | "delivery"

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

/** Gives back the references of items that were not accepted, so that they can be sent again. */
export async function releaseReferences(
  tx: Queryable,
  kind: ReferenceKind,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length > 0) await query(DELETE_SQL, [externalIds, kind], tx)
}

/**
 * Returns the fingerprint of an item of a batch, by which a repeat is told from another item with its reference. What has
 * its default is left out, so that a field that is added later does not change the fingerprints of before.
 */
export function fingerprintOf(item: object): Buffer {
  return sha256(
    JSON.stringify(item, (_name, value: unknown) =>
      value === null || value === false || value === 0 ? undefined : value,
    ),
  )
}

/** What an item of a batch is about: a live order, or a part of one. */
interface Named {
  id: string
  /** The order that it is part of; absent if it is one. */
  order_id?: string
}

/**
 * Finds what each item of a batch is about, and claims the references. The outcomes of items that are doubled, that are about nothing,
 * or that an earlier request did are set.
 * @param find what an item is about; an error if that does not exist
 * @returns the items that are new
 */
export async function claimNamed<Item extends Referenced, Subject extends Named>(
  tx: Queryable,
  kind: ReferenceKind,
  operatorKeyId: string,
  items: readonly Item[],
  find: (item: Item) => Subject | ItemError,
  outcomes: NamedOutcomes<Item, Subject>,
): Promise<{ item: Item; subject: Subject }[]> {
  const named = withoutDoubled(items, outcomes).flatMap((item) => {
    const subject = find(item)
    if (!(subject instanceof ItemError)) return [{ item, subject }]
    outcomes.set(item, subject)
    return []
  })
  const references = named.map(({ item, subject: { id, order_id: orderId } }) => ({
    externalId: item.externalId,
    orderId: orderId ?? id,
    sellerOrderId: orderId === undefined ? null : id,
    fingerprint: fingerprintOf(item),
  }))
  const known = await claimReferences(tx, kind, operatorKeyId, references)
  return named.filter(({ item, subject }) => {
    const reference = known.get(item.externalId)
    if (reference) outcomes.set(item, reference instanceof ItemError ? reference : { ...subject, repeated: true })
    return !reference
  })
}
