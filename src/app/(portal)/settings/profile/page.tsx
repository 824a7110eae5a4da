import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { chooseAccountLocale } from "@/app/(portal)/settings/profile/choose-account-locale"
import { LocaleForm } from "@/app/(portal)/settings/profile/locale-form"
import { ProfileForm } from "@/app/(portal)/settings/profile/profile-form"
import { Section } from "@/app/(portal)/settings/section"
import { requireVisitor } from "@/app/visitor"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Settings"))("profile"),
})

const ProfilePage = async () => {
  const account = await requireVisitor("/settings/profile")
  const t = await getTranslations("Settings")
  return (
    <ClientMessages namespaces={["Settings", "Problems"]}>
      <PageHeading title={t("profile")} lead={t("profile_lead")} />
      <Section title={t("who")} lead={t("who_lead")}>
        <ProfileForm name={account.name} avatar={account.avatar_url} />
      </Section>
      <Section title={t("language")} lead={t("language_lead")}>
        <LocaleForm action={chooseAccountLocale} locale={account.locale} />
      </Section>
    </ClientMessages>
  )
}

export default ProfilePage
