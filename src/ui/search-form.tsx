import type { ReactNode } from "react"
import { Button } from "@/ui/button"
import { InputField } from "@/ui/field"

interface SearchFormProps {
  /** Where it leads, if not to the page that it stands on. */
  action?: string
  label: string
  /** What the button says. */
  submit: string
  /** What was searched for; "" at first. */
  words: string
  maxLength: number
  /** For addresses and ids, which no keyboard should correct. */
  literal?: boolean
  /** More fields, between the words and the button. */
  children?: ReactNode
}

/** Puts its words into the address as "q". */
export const SearchForm = ({ action, label, submit, words, maxLength, literal = false, children }: SearchFormProps) => (
  <form role="search" action={action} className="flex flex-wrap items-end gap-3">
    <div className="min-w-0 flex-1 basis-60">
      <InputField
        label={label}
        name="q"
        type="search"
        defaultValue={words}
        maxLength={maxLength}
        {...(literal && { autoCapitalize: "none", spellCheck: false })}
      />
    </div>
    {children}
    <Button type="submit" className="min-h-11">
      {submit}
    </Button>
  </form>
)
