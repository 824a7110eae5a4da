import { getLocale, getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { Code } from "@/app/(site)/docs/code"
import { BuiltIn } from "@/app/(site)/landing/built-in"
import { FirstMinute } from "@/app/(site)/landing/first-minute"
import { PortalPicture } from "@/app/(site)/landing/portal-picture"
import { Response } from "@/app/(site)/landing/response"
import { UseCases as UseCaseSection } from "@/app/(site)/landing/use-cases"
import { currentAccount } from "@/app/current-account"
import { findUseCases, type UseCases } from "@/app/(site)/landing/find-use-cases"
import { formatMoney } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"

/** A request and its response, beside the headline. */
async function FirstExample({ found: { search, understood } }: { found: UseCases }) {
  const [t, locale] = await Promise.all([getTranslations("Landing"), getLocale()])
  const [curl] = search.snippets
  const corrected = understood?.search.corrected_query
  const maxPrice = understood?.search.interpreted.max_price
  return (
    <section aria-label={t("search_title")} className="grid min-w-0 gap-3">
      <div className="overflow-hidden rounded-2xl border border-line shadow-card">
        <ClientMessages namespaces={[]}>
          <Code label={t("request")} code={curl?.code ?? ""} language="bash" file="curl" bare />
        </ClientMessages>
        {search.response !== null && (
          <Response
            label={t("response")}
            request={search.request}
            body={search.response}
            className="h-72 rounded-t-none border-0 border-t lg:h-80"
          />
        )}
      </div>
      {understood && corrected && maxPrice && (
        <p className="text-sm text-muted">
          {t("search_note", { typed: understood.query, corrected, price: formatMoney(maxPrice, locale) })}
        </p>
      )}
    </section>
  )
}

/**
 * A section below the first screen: its fonts and pictures load when the reader comes near. The padding leaves room for
 * shadows.
 */
function Later({ children }: { children: ReactNode }) {
  return (
    <div className="-my-4 min-w-0 py-4 [contain-intrinsic-block-size:auto_60rem] [content-visibility:auto]">
      {children}
    </div>
  )
}

async function Landing() {
  const [t, nav, account, found] = await Promise.all([
    getTranslations("Landing"),
    getTranslations("Nav"),
    currentAccount(),
    findUseCases(),
  ])
  return (
    <div className="grid gap-20 pb-4 lg:gap-28">
      <div className="grid items-center gap-x-14 gap-y-10 pt-4 lg:grid-cols-2 lg:pt-8">
        <div className="grid gap-6">
          <div className="awning w-[180px]" aria-hidden="true" />
          <h1 className="text-4xl font-semibold">{t("headline")}</h1>
          <p className="max-w-prose text-lg text-muted">{t("lead")}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink href={account ? "/overview" : "/sign-up"} variant="primary" className="min-h-11">
              {account ? nav("portal") : nav("sign_up")}
            </ButtonLink>
            <ButtonLink href="/docs" className="min-h-11">
              {t("read_docs")}
            </ButtonLink>
          </div>
        </div>
        <FirstExample found={found} />
      </div>
      <Later>
        <UseCaseSection found={found} />
      </Later>
      <Later>
        <PortalPicture />
      </Later>
      <FirstMinute />
      <BuiltIn />
    </div>
  )
}

export default Landing
