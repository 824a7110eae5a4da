import { useTranslations } from "next-intl"

/** Finds a request by the id of its response. Works without scripts. */
export function FindForm({ id }: { id: string | undefined }) {
  const t = useTranslations("Requests")
  return (
    <form
      action="/requests"
      role="search"
      className="flex max-sm:basis-full sm:max-w-xs sm:min-w-36 sm:flex-1 sm:basis-36"
    >
      <input
        key={id}
        name="id"
        type="search"
        aria-label={t("find")}
        placeholder={t("find")}
        title={t("find_hint")}
        defaultValue={id}
        maxLength={128}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        className="min-h-9 min-w-0 flex-1 rounded-lg border border-line-strong bg-surface px-3 font-mono text-sm text-ink placeholder:font-sans placeholder:text-muted"
      />
    </form>
  )
}
