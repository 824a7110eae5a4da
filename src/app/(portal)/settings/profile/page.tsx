import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { chooseAccountLocale } from "@/app/(portal)/settings/profile/choose-account-locale"
import { LocaleForm } from "@/app/(portal)/settings/profile/locale-form"
import { ProfileForm } from "@/app/(portal)/settings/profile/profile-form"
import { Section } from "@/app/(portal)/settings/section"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { requireVisitor } from "@/app/visitor"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Settings"))("profile"),
})

const ProfilePage = async () => {
  const account = await requireVisitor("/settings/profile")
  const portal = await portalQueries()
  const [t] = await Promise.all([getTranslations("Settings"), portal.me.get.prefetch()])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Settings", "Problems"]}>
        <PageHeading title={t("profile")} lead={t("profile_lead")} />
        <Section title={t("who")} lead={t("who_lead")}>
          <ProfileForm />
        </Section>
        <Section title={t("language")} lead={t("language_lead")}>
          <LocaleForm action={chooseAccountLocale} locale={account.locale} />
        </Section>
      </ClientMessages>
    </HydrateClient>
  )
}

export default ProfilePage
