import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { setAccountLocale } from "@/app/(portal)/settings/profile/set-account-locale"
import { LocaleForm } from "@/app/(portal)/settings/profile/locale-form"
import { ProfileForm } from "@/app/(portal)/settings/profile/profile-form"
import { Section } from "@/ui/section"
import { HydrateClient } from "@/app/hydration"
import { portalMode, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Settings"))("profile"),
  }
}

async function ProfilePage() {
  const account = await requireAccount("/settings/profile")
  const [t, mode] = await Promise.all([getTranslations("Settings"), portalMode()])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Settings", "Problems"]}>
        <PageHeading title={t("profile")} lead={t("profile_lead")} />
        <Section title={t("identity")} lead={t("identity_lead")}>
          <ProfileForm initial={{ data: account, meta: { livemode: mode === "live" } }} />
        </Section>
        <Section title={t("language")} lead={t("language_lead")}>
          <LocaleForm action={setAccountLocale} locale={account.locale} />
        </Section>
      </ClientMessages>
    </HydrateClient>
  )
}

export default ProfilePage
