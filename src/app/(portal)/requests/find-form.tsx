import { useTranslations } from "next-intl"
import { Button } from "@/ui/button"

/** Finds a request by the id of its response. Works without scripts. */
export const FindForm = ({ id }: { id: string | undefined }) => {
  const t = useTranslations("Requests")
  return (
    <form action="/requests" role="search" className="flex gap-2 max-sm:basis-full sm:max-w-sm sm:min-w-60 sm:flex-1">
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
        className="min-h-9 min-w-0 flex-1 rounded-lg border border-line-strong bg-surface px-3 font-mono text-sm text-ink placeholder:font-sans placeholder:text-muted"
      />
      <Button type="submit" className="min-h-9! px-3!">
        {t("find_submit")}
      </Button>
    </form>
  )
}
