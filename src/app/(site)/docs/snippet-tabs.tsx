import { useTranslations } from "next-intl"
import { useId } from "react"
import { Code } from "@/app/(site)/docs/code"
import { LANGUAGE_NAMES, LANGUAGES, type SnippetLanguage } from "@/docs/snippets"

export interface Snippet {
  language: SnippetLanguage
  code: string
  file?: string | undefined
}

// Complete class names, so that Tailwind finds them.
const SHOWN: Record<SnippetLanguage, string> = {
  curl: "group-has-[[value=curl]:checked]/tabs:block",
  javascript: "group-has-[[value=javascript]:checked]/tabs:block",
  python: "group-has-[[value=python]:checked]/tabs:block",
  sdk: "group-has-[[value=sdk]:checked]/tabs:block",
}

/** The language of a fenced code block, if it is one of those with tabs. */
export const snippetLanguage = (fence: string): SnippetLanguage | undefined =>
  LANGUAGES.find((language) => LANGUAGE_NAMES[language].fence === fence)

/** The same code in several languages, one of them visible. Radio buttons select it, so it needs no scripts. */
export const SnippetTabs = ({ label, snippets }: { label: string; snippets: Snippet[] }) => {
  const t = useTranslations("Docs")
  const id = useId()
  return (
    <fieldset className="group/tabs min-w-0 rounded-lg border border-line bg-sunken">
      <legend className="sr-only">{t("snippet_language", { label })}</legend>
      <div className="flex flex-wrap gap-1 rounded-t-lg border-b border-line bg-surface p-1">
        {snippets.map(({ language }, index) => (
          <label
            key={language}
            lang="en"
            className="cursor-pointer rounded-md px-2.5 py-1.5 text-xs text-muted hover:text-ink has-checked:bg-sunken has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input type="radio" name={id} value={language} defaultChecked={index === 0} className="sr-only" />
            {LANGUAGE_NAMES[language].label}
          </label>
        ))}
      </div>
      {snippets.map(({ language, code, file }) => (
        <div key={language} className={`hidden ${SHOWN[language]}`}>
          <Code
            label={`${label}, ${LANGUAGE_NAMES[language].label}`}
            code={code}
            language={LANGUAGE_NAMES[language].fence}
            file={file}
            bare
          />
        </div>
      ))}
    </fieldset>
  )
}
