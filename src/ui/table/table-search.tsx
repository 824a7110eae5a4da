"use client"

import { useRouter } from "next/navigation"
import type { FormEvent } from "react"
import { ListQueryFields, type ListProps } from "@/ui/table/list-query-fields"
import { listUrl } from "@/ui/table/table-url"

interface TableSearchProps extends ListProps {
  /** The query's parameter that it sets. */
  name?: string
  label: string
  maxLength: number
}

/** Searches a list: the text becomes part of the URL. */
export function TableSearch({ path, query, name = "q", label, maxLength }: TableSearchProps) {
  const router = useRouter()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get(name)
    router.push(
      listUrl(path, query, { [name]: typeof text === "string" && text.trim() !== "" ? text.trim() : undefined }),
    )
  }
  return (
    <form
      action={path}
      role="search"
      onSubmit={submit}
      className="flex-1 basis-full sm:max-w-72 sm:min-w-40 sm:basis-40"
    >
      <ListQueryFields query={query} except={[name]} />
      <input
        key={query[name]}
        type="search"
        name={name}
        aria-label={label}
        placeholder={label}
        defaultValue={query[name]}
        maxLength={maxLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        className="min-h-9 w-full rounded-lg border border-line-strong bg-surface px-3 text-sm text-ink placeholder:text-muted"
      />
    </form>
  )
}
