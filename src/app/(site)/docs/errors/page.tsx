import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { Code } from "@/app/(site)/docs/code"
import { DocsArticle } from "@/app/(site)/docs/docs-article"
import { type ProblemCode, PROBLEMS } from "@/domain/problem"
import { env } from "@/platform/env"
import { Badge } from "@/ui/badge"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("ErrorDocs"))("title"),
    alternates: { types: { "text/markdown": "/docs/errors.md" } },
  }
}

const CODES = (Object.keys(PROBLEMS) as ProblemCode[]).sort((a, b) => PROBLEMS[a][0] - PROBLEMS[b][0])

const SHAPE = `{
  "error": {
    "code": "insufficient_scope",
    "message": "This credential lacks the scope orders.read.",
    "request_id": "019a2f4e-7c00-7d15-8a31-5f0e6c1b2a90",
    "doc_url": "${env.appUrl}/docs/errors#insufficient_scope"
  }
}`

async function ErrorDocsPage() {
  const [t, locale] = await Promise.all([getTranslations("ErrorDocs"), getLocale()])
  return (
    <DocsArticle path="/docs/errors" title={t("title")} lead={t("lead")} language={locale}>
      <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <section aria-labelledby="codes" className="min-w-0">
          <h2 id="codes" className="sr-only">
            {t("codes")}
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {CODES.map((code) => (
              <li
                key={code}
                id={code}
                className="grid scroll-mt-4 gap-1.5 px-3 py-4 target:bg-marigold-soft target:text-marigold-ink"
              >
                <div className="flex flex-wrap items-center gap-2.5">
                  <h3 className="font-mono text-sm font-semibold wrap-anywhere">
                    <a href={`#${code}`} className="hover:underline">
                      {code}
                    </a>
                  </h3>
                  <Badge tone={PROBLEMS[code][0] >= 500 ? "danger" : "indigo"}>
                    {t("status", { status: String(PROBLEMS[code][0]) })}
                  </Badge>
                </div>
                <p lang="en" className="text-sm">
                  {PROBLEMS[code][1]}
                </p>
                <p className="text-sm opacity-90">{t(code)}</p>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="shape" className="grid min-w-0 gap-3 max-xl:order-first xl:sticky xl:top-6">
          <h2 id="shape" className="font-semibold">
            {t("shape")}
          </h2>
          <p className="text-sm text-muted">{t("shape_text")}</p>
          <ClientMessages namespaces={[]}>
            <Code label={t("shape")} language="json" code={SHAPE} wrapped />
          </ClientMessages>
        </section>
      </div>
    </DocsArticle>
  )
}

export default ErrorDocsPage
