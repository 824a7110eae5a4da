import { getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import { PageTabs } from "@/app/(portal)/page-tabs"
import { HydrateClient } from "@/app/hydration"
import { currentAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

const PAGES = ["profile", "security", "sessions", "account"] as const

async function SettingsLayout({ children }: { children: ReactNode }) {
  const [account, t] = await Promise.all([currentAccount(), getTranslations("Settings")])
  return (
    <>
      <PageTabs label={t("title")} tabs={PAGES.map((page) => [`/settings/${page}`, t(page)] as const)} />
      <HydrateClient>
        {account?.email_verified === false && (
          <ClientMessages namespaces={["Unverified", "Problems"]}>
            <UnverifiedBanner email={account.email} />
          </ClientMessages>
        )}
        {children}
      </HydrateClient>
    </>
  )
}

export default SettingsLayout
