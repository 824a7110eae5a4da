"use client"

import { Command } from "cmdk"
import { useRouter } from "next/navigation"
import { useLocale, useTranslations } from "next-intl"
import { type ReactNode, useState } from "react"
import type { OpenPaletteProps } from "@/app/palette/palette-button"
import { PALETTE_INPUT_CLASSES, PALETTE_INPUT_MAX, PaletteFrame } from "@/app/palette/palette-frame"
import { type NamedObject, useDocsHits, usePaletteData } from "@/app/palette/use-palette-data"
import { NAV_GROUPS } from "@/domain/nav-groups"
import { UUID_PATTERN } from "@/domain/uuid"
import { withQuery } from "@/ui/query-url"
import { signOut } from "@/ui/session"

const ORDER_NUMBER = /^HT-\d{4}-\d{6,13}$/i
const DOCS_PAGES = [
  ["docs", "/docs"],
  ["errors", "/docs/errors"],
] as const

/** Ranks an item by its keywords: each word of the query must be in one; one that begins like the query comes first. */
function scoreOf(value: string, query: string, keywords: string[] = []): number {
  const texts = [value, ...keywords].map((text) => text.toLowerCase())
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.every((word) => texts.some((text) => text.includes(word)))) return 0
  return texts.some((text) => text.startsWith(words[0] ?? "")) ? 1 : 0.5
}

/** Finds pages, keys, apps, requests, orders and documentation, and runs actions. */
export function Palette({ mode, staff, typed: initial, onClose }: OpenPaletteProps) {
  const t = useTranslations("Palette")
  const nav = useTranslations("Nav")
  const docs = useTranslations("DocsSearch")
  const locale = useLocale()
  const router = useRouter()
  const [query, setQuery] = useState(initial)
  const { keys, apps } = usePaletteData(mode)
  const hits = useDocsHits(query, locale)
  const typed = query.trim()

  const open = (href: string): void => {
    onClose()
    router.push(href)
  }
  const openDocument = (href: string): void => {
    onClose()
    window.location.assign(href)
  }
  const leave = (): void => {
    void signOut().then(
      () => window.location.assign("/"),
      () => onClose(),
    )
  }

  const pages = NAV_GROUPS.filter(({ name }) => mode !== null && (name !== "staff" || staff)).flatMap(
    ({ pages: all }) => all.filter(([page]) => page !== "sandbox" || mode === "sandbox"),
  )
  const objects = (list: readonly NamedObject[], kind: string, href: (id: string) => string): ReactNode =>
    list.map(({ id, name, detail }) => (
      <Item key={id} value={`${kind} ${id}`} keywords={[name, detail]} detail={detail} onSelect={() => open(href(id))}>
        {name}
      </Item>
    ))
  return (
    <PaletteFrame onClose={onClose}>
      <Command label={t("title")} filter={scoreOf} className="grid">
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder={t("placeholder")}
          maxLength={PALETTE_INPUT_MAX}
          className={PALETTE_INPUT_CLASSES}
        />
        <Command.List label={t("results")} className="max-h-[min(24rem,60vh)] overflow-y-auto overscroll-contain p-2">
          {mode !== null && UUID_PATTERN.test(typed.toLowerCase()) && (
            <Group heading={t("group_requests")}>
              <Item value={typed} onSelect={() => open(withQuery("/requests", { id: typed }))}>
                {t("open_request")}
              </Item>
            </Group>
          )}
          {mode !== null && ORDER_NUMBER.test(typed) && (
            <Group heading={t("group_orders")}>
              <Item value={typed} onSelect={() => open(`/orders/${typed.toUpperCase()}`)}>
                {t("open_order", { number: typed.toUpperCase() })}
              </Item>
            </Group>
          )}
          {pages.length > 0 && (
            <Group heading={t("group_pages")}>
              {pages.map(([page, href]) => (
                <Item key={href} value={`page ${href}`} keywords={[nav(page), href]} onSelect={() => open(href)}>
                  {nav(page)}
                </Item>
              ))}
            </Group>
          )}
          {mode !== null && (
            <Group heading={t("group_actions")}>
              <Item
                value="action key"
                keywords={[t("create_key")]}
                onSelect={() => open(withQuery("/keys", { create: "1" }))}
              >
                {t("create_key")}
              </Item>
              <Item value="action webhook" keywords={[t("add_endpoint")]} onSelect={() => open("/webhooks/new")}>
                {t("add_endpoint")}
              </Item>
              <Item
                value="action mode"
                keywords={[t(mode === "live" ? "to_sandbox" : "to_live")]}
                onSelect={() => openDocument(withQuery("/overview", { mode: mode === "live" ? "sandbox" : "live" }))}
              >
                {t(mode === "live" ? "to_sandbox" : "to_live")}
              </Item>
              <Item value="action sign out" keywords={[nav("sign_out")]} onSelect={leave}>
                {nav("sign_out")}
              </Item>
            </Group>
          )}
          {keys.length > 0 && <Group heading={nav("keys")}>{objects(keys, "key", (id) => `/keys/${id}`)}</Group>}
          {apps.length > 0 && <Group heading={nav("apps")}>{objects(apps, "app", (id) => `/apps/${id}`)}</Group>}
          <Group heading={nav("docs")}>
            {typed === "" &&
              DOCS_PAGES.map(([page, href]) => (
                <Item key={href} value={`docs ${href}`} onSelect={() => open(href)}>
                  {nav(page)}
                </Item>
              ))}
            {typed !== "" &&
              hits.map(({ href, section, title }) => (
                // The server has searched, with typing errors and in each language, so each of them matches.
                <Item
                  key={href}
                  value={`${href} ${typed}`}
                  detail={docs(`section_${section}`)}
                  onSelect={() => open(href)}
                >
                  {title}
                </Item>
              ))}
          </Group>
        </Command.List>
        {/* Not in the list, whose children must be options. */}
        <Command.Empty className="px-3 pt-2 pb-6 text-center text-sm text-muted">{t("empty")}</Command.Empty>
      </Command>
    </PaletteFrame>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}

interface ItemProps {
  value: string
  keywords?: string[]
  detail?: string | undefined
  onSelect: () => void
  children: ReactNode
}

function Item({ detail, children, ...item }: ItemProps) {
  return (
    <Command.Item
      {...item}
      className="flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 py-1.5 text-sm data-[selected=true]:bg-indigo-soft data-[selected=true]:text-indigo-ink"
    >
      <span className="min-w-0 wrap-anywhere">{children}</span>
      {detail !== undefined && <span className="min-w-0 truncate text-xs opacity-80">{detail}</span>}
    </Command.Item>
  )
}
