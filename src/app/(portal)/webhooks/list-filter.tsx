import { useTranslations } from "next-intl"
import { Button } from "@/ui/button"
import { SelectField } from "@/ui/field"

interface ListFilterProps {
  path: string
  fields: readonly {
    name: string
    label: string
    /** The label of the option without a filter. */
    any: string
    value: string | undefined
    options: readonly (readonly [value: string, label: string])[]
  }[]
}

/** A list's filters, which become part of the URL; works without scripts. */
export const ListFilter = ({ path, fields }: ListFilterProps) => {
  const t = useTranslations("Webhooks")
  return (
    // A new key for each set of values: going back in the history must change the selection.
    <form
      key={fields.map(({ value }) => value ?? "").join(" ")}
      action={path}
      className="flex flex-wrap items-end gap-3"
    >
      {fields.map(({ name, label, any, value, options }) => (
        <div key={name} className="min-w-0 flex-1 basis-40 sm:max-w-56">
          <SelectField label={label} name={name} defaultValue={value ?? ""}>
            <option value="">{any}</option>
            {options.map(([option, words]) => (
              <option key={option} value={option}>
                {words}
              </option>
            ))}
          </SelectField>
        </div>
      ))}
      <Button type="submit" className="min-h-11">
        {t("apply")}
      </Button>
    </form>
  )
}
