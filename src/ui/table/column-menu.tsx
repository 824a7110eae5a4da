"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { ChevronIcon } from "@/ui/icons"
import { type TableColumn, isColumnShown, optionalColumns } from "@/ui/table/column"
import { ListQueryFields, type ListProps } from "@/ui/table/list-query-fields"
import { Menu } from "@/ui/table/menu"
import { PILL_CLASSES } from "@/ui/table/pill"
import { listUrl } from "@/ui/table/table-url"

/** Chooses a table's columns. Without scripts a button applies the choice. A phone shows it only if it has such columns. */
export function ColumnMenu<Row>({
  path,
  query,
  columns,
  chosen: selected,
}: ListProps & { columns: readonly TableColumn<Row>[]; chosen: readonly string[] | undefined }) {
  const t = useTranslations("Table")
  const router = useRouter()
  const neverOnPhones = optionalColumns(columns).every(({ from = "narrow" }) => from !== "narrow")
  const apply = (form: HTMLFormElement): void => {
    const requested = new FormData(form).getAll("columns").filter((value) => typeof value === "string")
    const defaults = optionalColumns(columns).filter((column) => isColumnShown(column, undefined))
    const isDefault = defaults.length === requested.length && defaults.every(({ id }) => requested.includes(id))
    router.replace(listUrl(path, query, { columns: isDefault ? undefined : requested.join(",") || "none" }), {
      scroll: false,
    })
  }
  return (
    <div className={neverOnPhones ? "max-[38rem]:hidden" : "contents"}>
      <Menu
        label={
          <>
            {t("columns")}
            <ChevronIcon className="size-3 shrink-0" />
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
          <ListQueryFields query={query} except={["columns"]} />
          <fieldset>
            <legend className="sr-only">{t("columns")}</legend>
            {optionalColumns(columns).map((column) => (
              <label
                key={column.id}
                className="flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 text-sm hover:bg-sunken"
              >
                <input
                  type="checkbox"
                  name="columns"
                  value={column.id}
                  defaultChecked={isColumnShown(column, selected)}
                  onChange={({ target }) => target.form && apply(target.form)}
                  className="shrink-0"
                />
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
    </div>
  )
}
