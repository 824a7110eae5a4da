import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { DecideChange } from "@/app/confirm-email-change/decide-change"
import { orNull, portal, currentAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("EmailChange"))("title"),
  }
}

// An email scanner opens the link too, so only the buttons decide.
async function ConfirmEmailChangePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const [{ token }, caller, account] = await Promise.all([searchParams, portal(), currentAccount()])
  const known = typeof token === "string" ? token : ""
  const found = await orNull(caller.accounts.getEmailChange({ token: known }), "not_found", "validation_failed")
  return (
    <AuthCard>
      <ClientMessages namespaces={["EmailChange", "Problems"]}>
        <DecideChange token={known} change={found?.data ?? null} signedIn={account !== null} />
      </ClientMessages>
    </AuthCard>
  )
}

export default ConfirmEmailChangePage
