import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AccountView } from "@/app/(portal)/staff/accounts/[id]/account-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffAccounts"))("title"),
  }
}

async function AccountPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  await requireStaff(`/staff/accounts/${id}`)
  const portal = await portalQueries()
  const [timeZone] = await Promise.all([viewerTimeZone(), orNotFound(portal.staffAccounts.get.fetch({ account: id }))])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffAccounts", "Problems"]}>
        <AccountView id={id} timeZone={timeZone} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default AccountPage
