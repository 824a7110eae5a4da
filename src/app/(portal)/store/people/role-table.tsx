"use client"

import { useTranslations } from "next-intl"
import { changesCatalogue, handlesOrders, STORE_ROLES, type StoreRole } from "@/domain/store"
import { TickIcon } from "@/ui/icons"

function isOwner(role: StoreRole): boolean {
  return role === "owner"
}

/** What the people of a store do, and who may. */
const PERMISSIONS = [
  ["permission_orders", handlesOrders],
  ["permission_catalogue", changesCatalogue],
  ["permission_people", isOwner],
  ["permission_transfer", isOwner],
] as const

/** What each role of a store can do. */
export function RoleTable() {
  const t = useTranslations("StorePeople")
  return (
    <section aria-labelledby="roles" className="grid min-w-0 gap-3">
      <h2 id="roles" className="text-lg font-semibold">
        {t("roles")}
      </h2>
      <div
        tabIndex={0}
        role="group"
        aria-labelledby="roles"
        className="relative min-w-0 overflow-x-auto rounded-xl border border-line bg-surface"
      >
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{t("roles")}</caption>
          <thead className="bg-sunken text-left text-muted">
            <tr className="h-9">
              <th scope="col" className="w-full px-4 font-medium">
                {t("permission")}
              </th>
              {STORE_ROLES.map((role) => (
                <th key={role} scope="col" className="px-1.5 text-center font-medium whitespace-nowrap sm:px-6">
                  {t(`role_${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PERMISSIONS.map(([permission, isAllowed]) => (
              <tr key={permission} className="h-9 border-t border-line">
                <th scope="row" className="px-4 py-1.5 text-left font-normal">
                  {t(permission)}
                </th>
                {STORE_ROLES.map((role) => (
                  <td key={role} className="text-center">
                    {isAllowed(role) ? (
                      <>
                        <TickIcon className="inline size-4 text-neem-ink" />
                        <span className="sr-only">{t("allowed")}</span>
                      </>
                    ) : (
                      <>
                        <span aria-hidden="true" className="text-muted">
                          –
                        </span>
                        <span className="sr-only">{t("not_allowed")}</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
