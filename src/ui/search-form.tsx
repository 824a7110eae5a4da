import { Button } from "@/ui/button"
import { InputField } from "@/ui/field"

interface SearchFormProps {
  /** The path of the page that shows the results. */
  action: string
  label: string
  /** The label of the button. */
  submit: string
  /** The search text; "" at first. */
  query: string
  maxLength: number
}

/** Puts the search text into the URL as "q". */
export function SearchForm({ action, label, submit, query, maxLength }: SearchFormProps) {
  return (
    <form role="search" action={action} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <InputField label={label} name="q" type="search" defaultValue={query} maxLength={maxLength} />
      </div>
      <Button type="submit" className="min-h-11">
        {submit}
      </Button>
    </form>
  )
}
