"use client"

import Link from "next/link"
import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import type { FormEvent, ReactNode } from "react"
import { type TableColumn, isColumnShown, optionalColumns } from "@/ui/table/column"
import { Menu } from "@/ui/table/menu"
import { type ListQuery, listUrl } from "@/ui/table/table-url"

const PILL_CLASSES =
  "inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded-lg border border-line-strong bg-surface px-3 text-sm whitespace-nowrap hover:bg-sunken"
const SET_CLASSES = "border-indigo-ink bg-indigo-soft text-indigo-ink"

interface ToolbarProps {
  title: string
  /** Whether the table is one part of a page, not the page's list. */
  part?: boolean
  note?: ReactNode
  /** The page's primary action: at the end of the title's line, or of the only line where all fits into one. */
  action?: ReactNode
  children?: ReactNode
}

/** Above a table: the page's title, its search, filters and actions, in one line where there is room. */
export function Toolbar({ title, part = false, note, action, children }: ToolbarProps) {
  const twoLines = action && children
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className={twoLines ? "flex flex-wrap basis-full items-center gap-2 xl:contents" : "contents"}>
        {part ? (
          <h2 className="mr-2 text-lg font-semibold">{title}</h2>
        ) : (
          <h1 className="mr-2 text-xl font-semibold">{title}</h1>
        )}
        {note}
        {action && <div className={`ml-auto ${children ? "xl:order-last xl:ml-0" : ""}`}>{action}</div>}
      </div>
      {children}
    </div>
  )
}

/** What is at the right end of a toolbar. */
export function ToolbarEnd({ children }: { children: ReactNode }) {
  return <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>
}

interface ListProps {
  path: string
  query: ListQuery
}

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
      <HiddenFields query={query} except={["q"]} />
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

/** The filters that a form must keep, because it replaces the URL's query. */
function HiddenFields({ query, except }: { query: ListQuery; except: readonly string[] }) {
  return Object.entries(query).map(
    ([name, value]) =>
      value !== undefined &&
      !except.includes(name) &&
      name !== "page" && <input key={name} type="hidden" name={name} value={value} />,
  )
}

export interface ChoiceFilterProps extends ListProps {
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
        {options.map(([each, words, count]) => (
          <li key={each}>
            <Link
              href={listUrl(path, query, { [name]: each })}
              prefetch={false}
              aria-current={each === current?.[0] ? "true" : undefined}
              className="flex min-h-9 items-center justify-between gap-4 rounded-lg px-2.5 text-sm hover:bg-sunken aria-[current]:font-semibold"
            >
              {words}
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
      <Cross />
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
      {on && <Cross />}
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
            <Chevron />
          </>
        }
        className={`${PILL_CLASSES} text-muted`}
      >
        {children}
      </Menu>
    )
  return (
    <div className={`flex rounded-lg border max-sm:has-open:basis-full ${SET_CLASSES}`}>
      <Menu
        label={
          <>
            <span className="max-w-56 truncate">
              {label}: <span className="font-medium">{value}</span>
            </span>
            <Chevron />
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
        <Cross />
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
      <HiddenFields query={query} except={[...names, ...instead]} />
      {children}
      <button type="submit" className={`${PILL_CLASSES} justify-center`}>
        {t("apply")}
      </button>
    </form>
  )
}

function Cross() {
  return (
    <svg viewBox="0 0 12 12" className="size-3" aria-hidden="true">
      <path d="m2 2 8 8M10 2l-8 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}

function Chevron() {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
      <path d="m3 4.5 3 3 3-3" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}

/** The look of a checkbox that covers its row: it comes after the checkbox, whose class is `peer`. */
function Tick() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="size-4 shrink-0 rounded-xs border border-muted bg-surface text-on-accent peer-checked:border-accent peer-checked:bg-accent [&>path]:invisible peer-checked:[&>path]:visible"
    >
      <path d="m3 7.5 3 3 5.5-6.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

/** Chooses a table's columns. Without scripts a button applies the choice. */
export function ColumnMenu<Row>({
  path,
  query,
  columns,
  chosen: selected,
}: ListProps & { columns: readonly TableColumn<Row>[]; chosen: readonly string[] | undefined }) {
  const t = useTranslations("Table")
  const router = useRouter()
  const apply = (form: HTMLFormElement): void => {
    const requested = new FormData(form).getAll("columns").filter((value) => typeof value === "string")
    const defaults = optionalColumns(columns).filter((column) => isColumnShown(column, undefined))
    const isDefault = defaults.length === requested.length && defaults.every(({ id }) => requested.includes(id))
    router.replace(listUrl(path, query, { columns: isDefault ? undefined : requested.join(",") || "none" }), {
      scroll: false,
    })
  }
  return (
    <Menu
      label={
        <>
          {t("columns")}
          <Chevron />
        </>
      }
      className={PILL_CLASSES}
      align="right"
    >
      <form
        action={path}
        onSubmit={(event) => {
          event.preventDefault()
          apply(event.currentTarget)
        }}
      >
        <HiddenFields query={query} except={["columns"]} />
        <fieldset>
          <legend className="sr-only">{t("columns")}</legend>
          {optionalColumns(columns).map((column) => (
            // The box covers its row, and so all of the row is the target (WCAG 2.2, 2.5.8).
            <label
              key={column.id}
              className="relative flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 text-sm hover:bg-sunken"
            >
              <input
                type="checkbox"
                name="columns"
                value={column.id}
                defaultChecked={isColumnShown(column, selected)}
                onChange={({ target }) => target.form && apply(target.form)}
                className="peer absolute inset-0 size-full appearance-none rounded-lg -outline-offset-2"
              />
              <Tick />
              {column.header}
            </label>
          ))}
        </fieldset>
        <noscript>
          <button type="submit" className={`${PILL_CLASSES} mt-1 w-full justify-center`}>
            {t("apply")}
          </button>
        </noscript>
      </form>
    </Menu>
  )
}

/** Downloads what the list shows, all its pages, as a file; as CSV if nothing else is said. */
export function ExportLink({ href, label }: { href: string; label?: string }) {
  const t = useTranslations("Table")
  return (
    <a href={href} download className={PILL_CLASSES}>
      {label ?? t("export")}
    </a>
  )
}
