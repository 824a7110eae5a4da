import { Problem } from "@/domain/problem"
import type { UpdateAppSetting } from "@/features/platform-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"

const SETTING_UPDATES = {
  enabled: (on: boolean) => ({ where: { enabled: { not: on } }, data: { enabled: on } }),
  maintenance: (on: boolean) => ({ where: { maintenance: { not: on } }, data: { maintenance: on } }),
} as const

/**
 * Enables or disables one of the platform's apps, or sets its maintenance state. A setting that already has the value
 * is not written again.
 * @throws Problem not_found
 */
export function updateAppSetting(actor: Actor, { key, setting, on }: UpdateAppSetting): Promise<void> {
  return prismaTransaction(async (tx) => {
    if (key.includes("\0")) throw new Problem("not_found")
    const { where, data } = SETTING_UPDATES[setting](on)
    const changed = await tx.platformApp.updateMany({ where: { key, ...where }, data })
    if (changed.count > 0) return audit(queryableOf(tx), actor, `platform_app.${setting}`, key, { on })
    if ((await tx.platformApp.count({ where: { key } })) === 0) throw new Problem("not_found")
  })
}
