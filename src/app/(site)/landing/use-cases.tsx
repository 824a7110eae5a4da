import Link from "next/link"
import { getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { SnippetTabs } from "@/app/(site)/docs/snippet-tabs"
import { ProductResult, SuggestionsResult } from "@/app/(site)/landing/results"
import { Response } from "@/app/(site)/landing/response"
import type { UseCase, UseCases as Found } from "@/app/(site)/landing/find-use-cases"
import { ClientMessages } from "@/ui/client-messages"

const LINKS = {
  storefront: "/docs/reference/getProduct",
  suggestions: "/docs/reference/listSuggestions",
  sign_in: "/docs/guides/oauth-node",
} as const

type Id = keyof typeof LINKS

async function Heading({ id }: { id: Id }) {
  const t = await getTranslations("Landing")
  return (
    <div className="grid gap-1">
      <h3 className="text-xl font-semibold">{t(`${id}_title`)}</h3>
      <p className="text-muted">
        {t(`${id}_text`)}{" "}
        <Link href={LINKS[id]} prefetch={false} className="link whitespace-nowrap">
          {t(`${id}_link`)}
        </Link>
      </p>
    </div>
  )
}

/** @param result what an application shows of the response */
async function Case({ id, useCase, result }: { id: Id; useCase: UseCase; result: ReactNode }) {
  const t = await getTranslations("Landing")
  return (
    <article className="grid min-w-0 content-start gap-5 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-6">
      <Heading id={id} />
      <div className="grid h-52 place-items-center overflow-hidden rounded-lg bg-sunken p-4">{result}</div>
      <SnippetTabs label={t(`${id}_title`)} snippets={useCase.snippets} />
      {useCase.response !== null && (
        <Response
          label={t("response_of", { title: t(`${id}_title`) })}
          request={useCase.request}
          body={useCase.response}
          className="h-64"
        />
      )}
    </article>
  )
}

async function SignInCase({ useCase }: { useCase: UseCase }) {
  const t = await getTranslations("Landing")
  return (
    <article className="grid min-w-0 gap-5 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-6">
      <Heading id="sign_in" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <SnippetTabs label={t("sign_in_title")} snippets={useCase.snippets} />
        {useCase.response !== null && (
          // Its height follows the code beside it.
          <div className="relative max-lg:h-64">
            <Response
              label={t("response_of", { title: t("sign_in_title") })}
              request={useCase.request}
              body={useCase.response}
              className="absolute inset-0"
            />
          </div>
        )}
      </div>
    </article>
  )
}

/** What can be built, each with its code and the response of this installation. */
export async function UseCases({ found }: { found: Found }) {
  const t = await getTranslations("Landing")
  return (
    <section aria-labelledby="build" className="grid gap-6">
      <div className="grid gap-2">
        <h2 id="build" className="text-2xl font-semibold">
          {t("use_title")}
        </h2>
        <p className="text-muted">{t("use_lead")}</p>
      </div>
      <ClientMessages namespaces={[]}>
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
          <Case
            id="storefront"
            useCase={found.storefront}
            result={found.product && <ProductResult product={found.product} />}
          />
          <Case
            id="suggestions"
            useCase={found.suggestions}
            result={<SuggestionsResult suggested={found.suggested} />}
          />
        </div>
        <SignInCase useCase={found.signIn} />
      </ClientMessages>
    </section>
  )
}
