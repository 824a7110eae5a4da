import type { ReactNode } from "react"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import { SettingsNav } from "@/app/(portal)/settings/settings-nav"
import { HydrateClient } from "@/app/hydration"
import { currentAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

async function SettingsLayout({ children }: { children: ReactNode }) {
  const account = await currentAccount()
  return (
    <>
      <ClientMessages namespaces={["Settings"]}>
        <SettingsNav />
      </ClientMessages>
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
