import { UUID_PATTERN } from "@/domain/uuid"

const PREFIXES = {
  account: "acc_",
  order: "ord_",
  seller_order: "so_",
  api_key: "key_",
  webhook_endpoint: "we_",
  event: "evt_",
  webhook_delivery: "del_",
  sandbox: "sbx_",
  sandbox_fault: "flt_",
  operator_key: "opk_",
} as const
type IdKind = keyof typeof PREFIXES

/** Returns the public form of an id: a prefix for the kind of resource, and a UUIDv7 (RFC 9562). */
export function publicId(kind: IdKind, uuid: string): string {
  return PREFIXES[kind] + uuid
}

/** Returns SQL for the public id of a UUID column. */
export function publicIdSql(kind: IdKind, column: string): string {
  return `'${PREFIXES[kind]}' || ${column}`
}

/** Returns the UUID of a public id of this kind; null if it is not one. */
export function parsePublicId(kind: IdKind, id: string): string | null {
  if (!id.startsWith(PREFIXES[kind])) return null
  const uuid = id.slice(PREFIXES[kind].length)
  return UUID_PATTERN.test(uuid) ? uuid : null
}
