"use client"

import { type ReactNode, useState } from "react"
import { useLocale, useTranslations } from "next-intl"
import { pluralValues } from "@/i18n/format"
import { Button } from "@/ui/button"

/** The selected rows of a table, by their ids. */
export interface Selection {
  ids: ReadonlySet<string>
  set: (ids: Iterable<string>) => void
}

/** The selection among these rows; rows that the list no longer shows are not selected. */
export function useSelection(shown: readonly string[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return { ids: new Set(shown.filter((id) => selected.has(id))), set: (ids) => setSelected(new Set(ids)) }
}

// A finger hits the label, which fills its cell and is above the row's link, and like the box below a sticky head.
const LABEL_CLASSES = "flex min-w-11 items-center pl-3 after:absolute after:inset-0 after:z-10 @xl:min-w-9"
const BOX_CLASSES = "relative z-11 size-4"

export function SelectAll({ selection, ids, label }: { selection: Selection; ids: readonly string[]; label: string }) {
  const all = ids.length > 0 && selection.ids.size === ids.length
  return (
    <label className={LABEL_CLASSES}>
      <input
        type="checkbox"
        aria-label={label}
        className={BOX_CLASSES}
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = !all && selection.ids.size > 0
        }}
        onChange={() => selection.set(all ? [] : ids)}
      />
    </label>
  )
}

export function SelectRow({ selection, id, label }: { selection: Selection; id: string; label: string }) {
  const selected = selection.ids.has(id)
  return (
    <label className={LABEL_CLASSES}>
      <input
        type="checkbox"
        aria-label={label}
        className={BOX_CLASSES}
        checked={selected}
        onChange={() =>
          selection.set(selected ? [...selection.ids].filter((each) => each !== id) : [...selection.ids, id])
        }
      />
    </label>
  )
}

/** The actions on the selected rows, at the lower edge of the window while there are any. */
export function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const t = useTranslations("Table")
  const locale = useLocale()
  const count = selection.ids.size
  return (
    <div className="bottom-3 z-20 empty:hidden min-[22.5rem]:sticky">
      {count > 0 && (
        <div
          data-selection-bar
          className="mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-2 rounded-xl border border-line-strong bg-surface py-2 pr-2 pl-4 text-sm shadow-card"
        >
          <span role="status" className="mr-2 font-medium">
            {t("selected", pluralValues(count, locale))}
          </span>
          {children}
          <Button variant="quiet" onClick={() => selection.set([])}>
            {t("clear_selection")}
          </Button>
        </div>
      )}
    </div>
  )
}
