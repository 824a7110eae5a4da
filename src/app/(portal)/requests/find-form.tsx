import { useTranslations } from "next-intl"
import { Button } from "@/ui/button"
import { InputField } from "@/ui/field"

/** Finds a request by the id of its response. Works without scripts. */
export const FindForm = ({ id }: { id: string | undefined }) => {
  const t = useTranslations("Requests")
  return (
    <form action="/requests" role="search" className="max-w-xl">
      <InputField
        key={id}
        label={t("find")}
        name="id"
        defaultValue={id}
        maxLength={128}
        spellCheck={false}
        autoComplete="off"
        hint={t("find_hint")}
        className="font-mono text-sm"
        trailing={
          <Button type="submit" className="min-h-11">
            {t("find_submit")}
          </Button>
        }
      />
    </form>
  )
}
