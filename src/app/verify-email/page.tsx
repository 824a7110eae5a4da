import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AuthCard } from "@/app/auth-card"
import { ConfirmAddress } from "@/app/verify-email/confirm-address"
import { visitor } from "@/app/visitor"
import { wayOn } from "@/app/way-on"
import { ClientMessages } from "@/ui/client-messages"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("VerifyEmail"))("title"),
})

// A mail scanner opens the link too; only the button uses the token up.
const VerifyEmailPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const [{ token, return: asked }, account] = await Promise.all([searchParams, visitor()])
  return (
    <AuthCard>
      <ClientMessages namespaces={["VerifyEmail", "Problems"]}>
        <ConfirmAddress
          token={typeof token === "string" ? token : ""}
          signedIn={account !== null}
          {...(await wayOn(asked))}
        />
      </ClientMessages>
    </AuthCard>
  )
}

export default VerifyEmailPage
