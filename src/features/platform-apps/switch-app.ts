import { Problem } from "@/domain/problem"
import type { SwitchApp } from "@/features/platform-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"

const SET = {
  enabled: "UPDATE platform_app SET enabled = $2 WHERE key = $1 AND enabled <> $2 RETURNING key",
  maintenance: "UPDATE platform_app SET maintenance = $2 WHERE key = $1 AND maintenance <> $2 RETURNING key",
} as const

/**
 * Turns one of the platform's apps on or off, or says that it is being worked on. Setting what is set already changes nothing.
 * @throws Problem not_found
 */
export const switchApp = (actor: Actor, { key, setting, on }: SwitchApp): Promise<void> =>
  transaction(async (tx) => {
    if (key.includes("\0")) throw new Problem("not_found")
    const [changed] = await query(SET[setting], [key, on], tx)
    if (changed) return audit(tx, actor, `platform_app.${setting}`, key, { on })
    const [there] = await query("SELECT FROM platform_app WHERE key = $1", [key], tx)
    if (!there) throw new Problem("not_found")
  })
