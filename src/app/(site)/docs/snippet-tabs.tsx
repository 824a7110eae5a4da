import { useTranslations } from "next-intl"
import { Code } from "@/app/(site)/docs/code"
import { Tabs } from "@/app/(site)/docs/tabs"
import { LANGUAGE_NAMES, LANGUAGES, type SnippetLanguage } from "@/docs/snippets"
import { CopyButton } from "@/ui/copy-button"

export interface Snippet {
  language: SnippetLanguage
  code: string
  file?: string | undefined
}

/** The language of a fenced code block, if it is one of those with tabs. */
export function snippetLanguage(fence: string): SnippetLanguage | undefined {
  return LANGUAGES.find((language) => LANGUAGE_NAMES[language].fence === fence)
}

/** The same code in several languages, one of them visible. */
export function SnippetTabs({ label, snippets }: { label: string; snippets: Snippet[] }) {
  const t = useTranslations("Docs")
  return (
    <Tabs
      legend={t("snippet_language", { label })}
      tabs={snippets.map(({ language, code, file }) => ({
        value: language,
        label: LANGUAGE_NAMES[language].label,
        action: <CopyButton text={code} variant="quiet" />,
        content: (
          <Code
            label={`${label}, ${LANGUAGE_NAMES[language].label}`}
            code={code}
            language={LANGUAGE_NAMES[language].fence}
            file={file}
            bare
          />
        ),
      }))}
    />
  )
}
