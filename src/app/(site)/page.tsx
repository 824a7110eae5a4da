import Link from "next/link"
import { getTranslations } from "next-intl/server"
import { currentAccount } from "@/app/current-account"
import { env } from "@/platform/env"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { CodeBlock } from "@/ui/code-block"

const AREAS = [
  ["catalogue", ["GET /v1/products", "GET /v1/products/{slug}", "GET /v1/categories"]],
  ["orders", ["GET /v1/orders", "GET /v1/orders/{number}", "GET /v1/me"]],
  ["fulfilment", ["GET /v1/seller/orders", "PATCH /v1/seller/orders/{id}/ship"]],
] as const

const Landing = async () => {
  const [t, nav, account] = await Promise.all([getTranslations("Landing"), getTranslations("Nav"), currentAccount()])
  return (
    <>
      <div className="grid items-center gap-x-14 gap-y-10 py-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:py-12">
        <div className="grid gap-5">
          <div className="awning w-[180px]" aria-hidden="true" />
          <h1 className="text-4xl font-semibold">{t("headline")}</h1>
          <p className="max-w-prose text-lg text-muted">{t("lead")}</p>
          <div className="flex flex-wrap gap-3">
            {account ? (
              <ButtonLink href="/overview" variant="primary" className="min-h-11">
                {nav("portal")}
              </ButtonLink>
            ) : (
              <>
                <ButtonLink href="/sign-up" variant="primary" className="min-h-11">
                  {nav("sign_up")}
                </ButtonLink>
                <ButtonLink href="/sign-in" className="min-h-11">
                  {nav("sign_in")}
                </ButtonLink>
              </>
            )}
          </div>
        </div>
        <section
          aria-labelledby="first"
          className="grid min-w-0 gap-3 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-6"
        >
          <h2 id="first" className="font-semibold">
            {t("curl_title")}
          </h2>
          <ClientMessages namespaces={[]}>
            <CodeBlock
              label={t("curl_title")}
              code={`curl -H "Authorization: Bearer $HAAT_KEY" \\\n  "${env.appUrl}/v1/products?q=makhana"`}
            />
          </ClientMessages>
          <pre
            lang="en"
            tabIndex={0}
            role="group"
            aria-label={t("answer")}
            className="overflow-x-auto rounded-lg px-1 font-mono text-xs text-muted"
          >
            <code>{ANSWER}</code>
          </pre>
          <p className="text-sm text-muted">{t("curl_note")}</p>
        </section>
      </div>
      <ul className="grid gap-x-8 gap-y-6 border-t border-line pt-8 md:grid-cols-3">
        {AREAS.map(([area, calls]) => (
          <li key={area} className="grid content-start gap-2">
            <h2 className="font-semibold">{t(`${area}_title`)}</h2>
            <p className="text-sm text-muted">{t(`${area}_text`)}</p>
            <ul className="font-mono text-xs">
              {calls.map((call) => (
                <li key={call} className="wrap-anywhere">
                  {call}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <a href="/v1/openapi.json" className="link">
          {nav("openapi")}
        </a>
        <Link href="/docs/errors" className="link">
          {nav("errors")}
        </Link>
        <Link href="/status" className="link">
          {nav("status")}
        </Link>
        <Link href="/products" className="link">
          {t("catalogue_link")}
        </Link>
      </p>
    </>
  )
}

const ANSWER = `{
  "data": [
    {
      "slug": "phool-makhana-classic-250-g",
      "name": "Phool Makhana, Classic, 250 g",
      "price": 29900,
      "mrp": 34900,
      "in_stock": true
    }
  ],
  "meta": { "page": 1, "per_page": 20, "total": 1 }
}`

export default Landing
