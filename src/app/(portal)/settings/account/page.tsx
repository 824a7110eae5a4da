import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { ChangeEmailForm } from "@/app/(portal)/settings/account/change-email-form"
import { DeleteAccountButton } from "@/app/(portal)/settings/account/delete-account-button"
import { ExportButton } from "@/app/(portal)/settings/account/export-button"
import { Section } from "@/ui/section"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { requireAccount } from "@/app/current-account"
import type { Failure } from "@/ui/api"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"
import { oneOf } from "@/ui/query-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Settings"))("account"),
  }
}

const EXPORT_ERRORS = ["rate_limit_exceeded", "reauthentication_required", "unavailable", "internal_error"] as const

type QueryParameters = Record<string, string | string[] | undefined>

/** Why a download was refused, as its route says in the URL. */
function exportFailure({ export: parameter, wait }: QueryParameters): Failure | null {
  const code = oneOf(EXPORT_ERRORS, parameter)
  return code === undefined
    ? null
    : {
        code,
        message: "",
        details: [],
        retryAfter: typeof wait === "string" && /^\d{1,4}$/.test(wait) ? Number(wait) : null,
      }
}

async function AccountPage({ searchParams }: { searchParams: Promise<QueryParameters> }) {
  const account = await requireAccount("/settings/account")
  const failure = exportFailure(await searchParams)
  const portal = await portalQueries()
  const [t] = await Promise.all([getTranslations("Account"), portal.accounts.openEmailChange.fetch()])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Account", "Problems"]}>
        <PageHeading title={t("title")} lead={t("lead")} />
        <Section title={t("email")} lead={t("email_lead", { email: account.email })}>
          <ChangeEmailForm />
        </Section>
        <Section title={t("export")} lead={t("export_lead")}>
          <ExportButton refused={failure} />
        </Section>
        <Section title={t("delete")} lead={t("delete_lead")}>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            <li>{t("delete_revokes")}</li>
            <li>{t("delete_retains")}</li>
            <li>{t("delete_store")}</li>
          </ul>
          <div>
            <DeleteAccountButton email={account.email} />
          </div>
        </Section>
      </ClientMessages>
    </HydrateClient>
  )
}

export default AccountPage
