import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { KindBadge } from "@/app/(portal)/staff/synonyms/kind-badge"
import { SynonymsView } from "@/app/(portal)/staff/synonyms/synonyms-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { orNotFound, requireStaff } from "@/app/current-account"
import { SYNONYM_KINDS } from "@/domain/search-synonym"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { SelectField } from "@/ui/field"
import { PageHeading } from "@/ui/page-heading"
import { oneOf, parsePage, withQuery } from "@/ui/query-url"
import { SearchForm } from "@/ui/search-form"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffSynonyms"))("title"),
  }
}

const SEARCH_MAX = 100

async function SynonymsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const parameters = await searchParams
  const q = typeof parameters.q === "string" ? parameters.q.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  const [kind, page] = [oneOf(SYNONYM_KINDS, parameters.kind), parsePage(parameters.page)]
  await requireStaff(withQuery("/staff/synonyms", { kind, q, page }))
  const filter = { kind, q, page }
  const portal = await portalQueries()
  const [t] = await Promise.all([
    getTranslations("StaffSynonyms"),
    orNotFound(portal.staffSynonyms.list.prefetch(filter)),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffSynonyms", "Pager", "Problems"]}>
        <PageHeading title={t("title")} lead={t("lead")} />
        <dl className="grid gap-x-8 gap-y-2 text-sm xl:grid-cols-2">
          {SYNONYM_KINDS.map((each) => (
            <div key={each} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[5rem_minmax(0,1fr)]">
              <dt>
                <KindBadge kind={each} />
              </dt>
              <dd className="text-muted">{t(`kind_${each}_effect`)}</dd>
            </div>
          ))}
        </dl>
        <SearchForm label={t("search")} submit={t("search_submit")} query={q} maxLength={SEARCH_MAX} literal>
          <SelectField label={t("kind")} name="kind" defaultValue={kind ?? ""}>
            <option value="">{t("kind_all")}</option>
            {SYNONYM_KINDS.map((each) => (
              <option key={each} value={each}>
                {t(`kind_${each}`)}
              </option>
            ))}
          </SelectField>
        </SearchForm>
        <SynonymsView filter={filter} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default SynonymsPage
