import { useTranslations } from "next-intl"
import { Button } from "@/ui/button"
import { InputField } from "@/ui/field"

/** Finds a request by the id that an answer carried. Works without scripts. */
export const FindForm = ({ id, mode }: { id: string | undefined; mode: string }) => {
  const t = useTranslations("Requests")
  return (
    <form action="/requests" role="search" className="flex max-w-xl flex-wrap items-end gap-3">
      <input type="hidden" name="mode" value={mode} />
      <div className="min-w-0 flex-1 basis-60">
        <InputField key={id} label={t("find")} name="id" defaultValue={id} maxLength={128} required spellCheck={false} autoComplete="off" hint={t("find_hint")} className="font-mono text-sm" />
      </div>
      <Button type="submit" className="mb-6 min-h-11">
        {t("find_submit")}
      </Button>
    </form>
  )
}
