import { getTranslations } from "next-intl/server"
import { QUERY_MAX } from "@/docs/search"

/** A plain form: it works without scripts, and the search text is in the URL. */
export const SearchForm = async ({ query = "", large = false }: { query?: string; large?: boolean }) => {
  const t = await getTranslations("Docs")
  return (
    <form
      action="/docs/search"
      role="search"
      aria-label={large ? t("search_again") : t("search")}
      className="flex gap-2"
    >
      <input
        type="search"
        name="q"
        defaultValue={query}
        maxLength={QUERY_MAX}
        aria-label={t("search_label")}
        placeholder={t("search_placeholder")}
        className="min-h-10 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink placeholder:text-muted"
      />
      <button
        type="submit"
        aria-label={t("search")}
        className="grid size-10 shrink-0 place-items-center rounded-lg border border-line-strong bg-surface text-muted hover:bg-sunken hover:text-ink"
      >
        <svg
          viewBox="0 0 16 16"
          className="size-4"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        >
          <circle cx="7" cy="7" r="4.25" />
          <path d="m10.2 10.2 3.3 3.3" />
        </svg>
      </button>
    </form>
  )
}
