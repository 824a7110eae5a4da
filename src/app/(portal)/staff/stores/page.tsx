import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { StoresList } from "@/app/(portal)/staff/stores/stores-list"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { SelectField } from "@/ui/field"
import { PageHeading } from "@/ui/page-heading"
import { oneOf, parsePage, withQuery } from "@/ui/query-url"
import { SearchForm } from "@/ui/search-form"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("StaffStores"))("title"),
})

const SEARCH_MAX = 100
const STATUSES = ["pending", "approved", "suspended"] as const

const StoresPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const params = await searchParams
  const q = typeof params.q === "string" ? params.q.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  const [status, page] = [oneOf(STATUSES, params.status), parsePage(params.page)]
  await requireStaff(withQuery("/staff/stores", { status, q, page }))
  const filter = { status, q, page }
  const portal = await portalQueries()
  const [t, clock] = await Promise.all([
    getTranslations("StaffStores"),
    viewerTimeZone(),
    orNotFound(portal.staffStores.list.prefetch(filter)),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffStores", "Pager", "Problems"]}>
        <PageHeading title={t("title")} lead={t("lead")} />
        <SearchForm label={t("search")} submit={t("search_submit")} query={q} maxLength={SEARCH_MAX}>
          <SelectField label={t("status")} name="status" defaultValue={status ?? ""}>
            <option value="">{t("status_all")}</option>
            {STATUSES.map((each) => (
              <option key={each} value={each}>
                {t(`status_${each}`)}
              </option>
            ))}
          </SelectField>
        </SearchForm>
        <StoresList filter={filter} clock={clock} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default StoresPage
