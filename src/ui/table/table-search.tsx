"use client"

import { useRouter } from "next/navigation"
import type { FormEvent } from "react"
import { ListQueryFields, type ListProps } from "@/ui/table/list-query-fields"
import { listUrl } from "@/ui/table/table-url"

/** Searches a list: the text becomes part of the URL as `q`. */
export function TableSearch({ path, query, label, maxLength }: ListProps & { label: string; maxLength: number }) {
  const router = useRouter()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const q = new FormData(event.currentTarget).get("q")
    router.push(listUrl(path, query, { q: typeof q === "string" && q.trim() !== "" ? q.trim() : undefined }))
  }
  return (
    <form
      action={path}
      role="search"
      onSubmit={submit}
      className="flex-1 basis-full sm:max-w-72 sm:min-w-40 sm:basis-40"
    >
      <ListQueryFields query={query} except={["q"]} />
      <input
        key={query.q}
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        defaultValue={query.q}
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
