import { useTranslations } from "next-intl"
import { VERIFY_SNIPPETS } from "@/app/(portal)/webhooks/[id]/verify-snippet-sources"
import { CodeBlock } from "@/ui/code-block"

/** A receiver that verifies signatures, in three languages, one of which is visible. */
export function VerifySnippets() {
  const t = useTranslations("Webhooks")
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      {VERIFY_SNIPPETS.map(({ language, code }) => (
        <details key={language} name="verify" className="min-w-0">
          <summary className="w-fit rounded-lg py-1.5 text-sm font-medium">{t("verify_in", { language })}</summary>
          <div className="py-1">
            <CodeBlock label={t("verify_in", { language })} code={code} />
          </div>
        </details>
      ))}
    </div>
  )
}
