import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { FirstStaffForm } from "@/app/first-staff/first-staff-form"
import { orNull, portal } from "@/app/current-account"
import { PASSWORD_MIN } from "@/features/accounts/schema"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("FirstStaff"))("title"),
    robots: { index: false },
  }
}

/** The page of the link that `npm start` prints while an installation has no staff account. */
async function FirstStaffPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const [{ token: given }, { accounts }] = await Promise.all([searchParams, portal()])
  const token = typeof given === "string" ? given : ""
  const link = await orNull(accounts.getFirstStaffLink({ token }), "validation_failed")
  return (
    <AuthCard>
      <ClientMessages namespaces={["FirstStaff", "Problems"]}>
        <FirstStaffForm token={token} valid={link?.valid ?? false} passwordMin={PASSWORD_MIN} />
      </ClientMessages>
    </AuthCard>
  )
}

export default FirstStaffPage
