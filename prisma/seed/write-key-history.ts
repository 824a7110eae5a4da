import type { ClientBase } from "pg"
import type { AuditAction } from "@/domain/audit-action"
import { copyInto, type Value } from "./copy"
import type { KeyRecord } from "./developer-keys"
import { uuidAt } from "./ids"
import type { Random } from "./random"

/** Writes the audit entries of the creation and revocation of keys. */
export async function writeKeyHistory(client: ClientBase, keys: readonly KeyRecord[], random: Random): Promise<void> {
  const entries = keys.flatMap(({ id, accountId, name, createdAt, revokedAt, habit }) => {
    const ip = habit?.ips[0] ?? `198.51.100.${random.int(100, 250)}`
    const entry = (action: AuditAction, at: Date, data: object): Value[] => [
      ...[uuidAt(at, random), accountId, "session", action, id, JSON.stringify(data), ip, uuidAt(at, random), at],
    ]
    return [
      entry("api_key.created", createdAt, { name }),
      ...(revokedAt ? [entry("api_key.revoked", revokedAt, {})] : []),
    ]
  })
  await copyInto(
    client,
    "audit_entry",
    ["id", "actor_id", "actor_kind", "action", "subject", "data", "ip", "request_id", "created_at"],
    entries,
  )
}
