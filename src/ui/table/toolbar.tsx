"use client"

import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { ChevronIcon } from "@/ui/icons"
import { Menu } from "@/ui/table/menu"
import { PILL_CLASSES } from "@/ui/table/pill"

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
    <div className="relative flex flex-wrap items-center gap-2">
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

/** Downloads what the list shows, all its pages, as CSV. */
export function ExportLink({ href }: { href: string }) {
  const t = useTranslations("Table")
  return (
    <a href={href} download className={PILL_CLASSES}>
      {t("export")}
    </a>
  )
}

interface ExportMenuProps {
  /** The URLs of the files. */
  files: readonly (readonly [format: string, href: string])[]
}

/** Downloads what the list shows, all its pages, in one of several formats. */
export function ExportMenu({ files }: ExportMenuProps) {
  const t = useTranslations("Table")
  return (
    <Menu
      label={
        <>
          {t("export_as")}
          <ChevronIcon className="size-3 shrink-0" />
        </>
      }
      className={PILL_CLASSES}
      align="right"
    >
      <ul>
        {files.map(([format, href]) => (
          <li key={format}>
            <a href={href} download className="flex min-h-9 items-center rounded-lg px-2.5 text-sm hover:bg-sunken">
              {format}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
