"use client"

import Link from "next/link"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import type { FormEvent, ReactNode } from "react"
import { ChevronIcon, CloseIcon } from "@/ui/icons"
import { ListQueryFields, type ListProps } from "@/ui/table/list-query-fields"
import { Menu } from "@/ui/table/menu"
import { PILL_CLASSES } from "@/ui/table/pill"
import { listUrl } from "@/ui/table/table-url"

const SET_CLASSES = "border-indigo-ink bg-indigo-soft text-indigo-ink"

interface ChoiceFilterProps extends ListProps {
  name: string
  label: string
  options: readonly (readonly [value: string, label: string, count?: string | undefined])[]
}

/** A filter with a few values: a menu of links, and once it is set a chip that can be removed. */
export function ChoiceFilter({ path, query, name, label, options }: ChoiceFilterProps) {
  const value = query[name]
  const current = options.find(([each]) => each === String(value ?? ""))
  return (
    <FilterChip path={path} query={query} names={[name]} label={label} value={current?.[1]}>
      <ul>
        {options.map(([each, text, count]) => (
          <li key={each}>
            <Link
              href={listUrl(path, query, { [name]: each })}
              prefetch={false}
              aria-current={each === current?.[0] ? "true" : undefined}
              className="flex min-h-9 items-center justify-between gap-4 rounded-lg px-2.5 text-sm hover:bg-sunken aria-[current]:font-semibold"
            >
              {text}
              {count !== undefined && <span className="text-muted tabular-nums">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </FilterChip>
  )
}

/** A filter that is set, in words; a click removes it. */
export function SetFilter({ name, href }: { name: string; href: string }) {
  const t = useTranslations("Table")
  return (
    <Link href={href} scroll={false} prefetch={false} className={`${PILL_CLASSES} ${SET_CLASSES}`}>
      <span className="sr-only">{t("remove_filter", { name })}</span>
      <span aria-hidden="true" className="max-w-64 truncate">
        {name}
      </span>
      <CloseIcon className="size-3" />
    </Link>
  )
}

/** A filter that is on or off. */
export function ToggleFilter({ path, query, name, label }: ListProps & { name: string; label: string }) {
  const t = useTranslations("Table")
  const on = query[name] !== undefined
  return (
    <Link
      href={listUrl(path, query, { [name]: on ? undefined : "1" })}
      prefetch={false}
      aria-label={on ? t("remove_filter", { name: label }) : undefined}
      className={on ? `${PILL_CLASSES} ${SET_CLASSES}` : `${PILL_CLASSES} text-muted`}
    >
      {label}
      {on && <CloseIcon className="size-3" />}
    </Link>
  )
}

interface FilterChipProps extends ListProps {
  /** The query's parameters that the filter sets. */
  names: readonly string[]
  label: string
  /** What the filter is set to, in words; undefined if it is not set. */
  value: string | undefined
  children: ReactNode
}

/** A filter's menu, and a link that removes the filter if it is set. */
export function FilterChip({ path, query, names, label, value, children }: FilterChipProps) {
  const t = useTranslations("Table")
  if (value === undefined)
    return (
      <Menu
        label={
          <>
            {label}
            <ChevronIcon className="size-3 shrink-0" />
          </>
        }
        className={`${PILL_CLASSES} text-muted`}
      >
        {children}
      </Menu>
    )
  return (
    <div className={`flex rounded-lg border ${SET_CLASSES}`}>
      <Menu
        label={
          <>
            <span className="max-w-[min(18rem,100vw-8rem)] truncate">
              {label}: <span className="font-medium">{value}</span>
            </span>
            <ChevronIcon className="size-3 shrink-0" />
          </>
        }
        className="inline-flex min-h-8.5 cursor-pointer items-center gap-1.5 rounded-l-lg pl-3 pr-1.5 text-sm whitespace-nowrap"
      >
        <div className="text-ink">{children}</div>
      </Menu>
      <Link
        href={listUrl(path, query, Object.fromEntries(names.map((name) => [name, undefined])))}
        prefetch={false}
        aria-label={t("remove_filter", { name: `${label}: ${value}` })}
        className="grid w-8 place-items-center rounded-r-lg hover:bg-surface"
      >
        <CloseIcon className="size-3" />
      </Link>
    </div>
  )
}

interface FilterFormProps extends ListProps {
  /** The query's parameters that its fields set. */
  names: readonly string[]
  /** Parameters that exclude those of the form. */
  instead?: readonly string[]
  /** Whether the fields can be sent; it shows what is wrong with them. */
  validate?: (form: HTMLFormElement) => boolean
  children: ReactNode
}

/** The fields of a filter that is typed, in its menu. */
export function FilterForm({ path, query, names, instead = [], validate, children }: FilterFormProps) {
  const t = useTranslations("Table")
  const router = useRouter()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (validate && !validate(event.currentTarget)) return
    const data = new FormData(event.currentTarget)
    const valueOf = (name: string): string | undefined => {
      const value = data.get(name)
      return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined
    }
    const change = Object.fromEntries([
      ...instead.map((name) => [name, undefined] as const),
      ...names.map((name) => [name, valueOf(name)] as const),
    ])
    router.push(listUrl(path, query, change))
  }
  return (
    <form action={path} noValidate onSubmit={submit} className="grid gap-3 p-2">
      <ListQueryFields query={query} except={[...names, ...instead]} />
      {children}
      <button type="submit" className={`${PILL_CLASSES} justify-center`}>
        {t("apply")}
      </button>
    </form>
  )
}
