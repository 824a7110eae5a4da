import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { ChangeEmailForm } from "@/app/(portal)/settings/account/change-email-form"
import { DeleteAccountButton } from "@/app/(portal)/settings/account/delete-account-button"
import { ExportButton } from "@/app/(portal)/settings/account/export-button"
import { Section } from "@/app/(portal)/settings/section"
import { portal, requireVisitor } from "@/app/visitor"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Settings"))("account") })

const AccountPage = async () => {
  const account = await requireVisitor("/settings/account")
  const caller = await portal()
  const [t, { data: change }] = await Promise.all([getTranslations("Account"), caller.accounts.openEmailChange()])
  return (
    <ClientMessages namespaces={["Account", "Problems"]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      <Section title={t("email")} lead={t("email_lead", { email: account.email })}>
        <ChangeEmailForm open={change} />
      </Section>
      <Section title={t("export")} lead={t("export_lead")}>
        <ExportButton />
      </Section>
      <Section title={t("delete")} lead={t("delete_lead")}>
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          <li>{t("delete_ends")}</li>
          <li>{t("delete_keeps")}</li>
          <li>{t("delete_store")}</li>
        </ul>
        <div>
          <DeleteAccountButton email={account.email} />
        </div>
      </Section>
    </ClientMessages>
  )
}

export default AccountPage
