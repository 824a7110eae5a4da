import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { SecurityView } from "@/app/(portal)/settings/security/security-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { requireAccount } from "@/app/current-account"
import { isStaffPage, withReturnPath, safeReturnPath } from "@/domain/return-path"
import { PASSWORD_MIN } from "@/features/accounts/schema"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Settings"))("security"),
  }
}

async function SecurityPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const back = safeReturnPath((await searchParams).return)
  await requireAccount(withReturnPath("/settings/security", back))
  const portal = await portalQueries()
  const [timeZone] = await Promise.all([
    viewerTimeZone(),
    portal.security.state.fetch(),
    portal.accounts.access.fetch(),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Security", "Problems"]}>
        <SecurityView
          staffPage={back !== null && isStaffPage(back) ? back : null}
          passwordMin={PASSWORD_MIN}
          timeZone={timeZone}
        />
      </ClientMessages>
    </HydrateClient>
  )
}

export default SecurityPage
