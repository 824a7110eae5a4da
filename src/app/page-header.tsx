import Link from "next/link"
import { getTranslations } from "next-intl/server"
import { Suspense } from "react"
import { PaletteButton } from "@/app/palette/palette-button"
import { SignOutButton } from "@/app/sign-out-button"
import { currentAccount, portalMode, waitingReviews } from "@/app/current-account"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { NavigationProgress } from "@/ui/navigation-progress"
import { OfflineNotice } from "@/ui/offline-notice"
import { Wordmark } from "@/ui/wordmark"

/** The header of every page, with the sign-in or sign-out link. */
export async function PageHeader({ portal = false }: { portal?: boolean }) {
  const [t, account] = await Promise.all([getTranslations("Nav"), currentAccount()])
  return (
    <header className="border-b border-line bg-surface">
      <ClientMessages namespaces={[]}>
        <Suspense>
          <NavigationProgress />
        </Suspense>
        <OfflineNotice />
      </ClientMessages>
      <div
        className={`mx-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 sm:px-6 ${portal ? "min-h-14 max-w-[90rem] py-1.5" : "min-h-16 max-w-6xl py-2 group-has-[[data-wide]]/site:max-w-7xl"}`}
      >
        <Link href="/" className="rounded-lg">
          <Wordmark />
        </Link>
        <div className="flex min-w-0 flex-wrap items-center gap-2 sm:justify-end">
          <ClientMessages namespaces={["Palette", "Nav", "DocsSearch"]}>
            <PaletteButton
              mode={account === null ? null : await portalMode()}
              staff={portal && account !== null && (await waitingReviews()) !== null}
            />
          </ClientMessages>
          <ButtonLink href="/docs" variant="quiet">
            {t("docs")}
          </ButtonLink>
          {account ? (
            <>
              <span
                className="hidden max-w-64 truncate text-sm text-muted sm:block"
                title={t("signed_in_as", { email: account.email })}
              >
                {account.email}
              </span>
              {!portal && <ButtonLink href="/overview">{t("portal")}</ButtonLink>}
              {/* On narrow screens it is on the pages of the portal alone. */}
              <div className={portal ? "contents" : "max-sm:hidden"}>
                <ClientMessages namespaces={["Nav"]}>
                  <SignOutButton />
                </ClientMessages>
              </div>
            </>
          ) : (
            <>
              <ButtonLink href="/sign-in" variant="quiet">
                {t("sign_in")}
              </ButtonLink>
              <ButtonLink href="/sign-up" className="max-sm:hidden">
                {t("sign_up")}
              </ButtonLink>
            </>
          )}
        </div>
      </div>
    </header>
  )
}
