"use client"

import { Command } from "cmdk"
import { useRouter } from "next/navigation"
import { useLocale, useTranslations } from "next-intl"
import { type ReactNode, startTransition, useState } from "react"
import type { OpenPaletteProps } from "@/app/palette/palette-button"
import { PALETTE_INPUT_CLASSES, PALETTE_INPUT_MAX, PaletteFrame } from "@/app/palette/palette-frame"
import { scoreOf } from "@/app/palette/score"
import { type NamedObject, useDocsHits, usePaletteData } from "@/app/palette/use-palette-data"
import { type Locale, LOCALE_NAMES, LOCALES } from "@/domain/locale"
import { NAV_GROUPS } from "@/domain/nav-groups"
import { THEMES } from "@/domain/theme"
import { UUID_PATTERN } from "@/domain/uuid"
import { setLocale } from "@/app/set-locale"
import { setTheme } from "@/app/set-theme"
import { withQuery } from "@/ui/query-url"
import { signOut } from "@/ui/session"

const ORDER_NUMBER = /^HT-\d{4}-\d{6,13}$/i
const DOCS_PAGES = [
  ["docs", "/docs"],
  ["errors", "/docs/errors"],
] as const
const DOCS_HIT = "hit "

/** What people type for these actions, whatever the language of the page. */
const SIGN_OUT_WORDS = ["log out", "logout", "लॉग आउट"]
const LANGUAGE_WORDS: Record<Locale, string> = { en: "English", hi: "Hindi", mai: "Maithili" }

/** The documentation comes last: the server has searched it, with typing errors and in each language. */
function rank(value: string, query: string, keywords?: string[]): number {
  return value.startsWith(DOCS_HIT) ? 0.1 : scoreOf(value, query, keywords)
}

/** Finds pages, keys, apps, requests, orders and documentation, and runs actions. */
export function Palette({ mode, staff, typed: initial, onClose }: OpenPaletteProps) {
  const t = useTranslations("Palette")
  const nav = useTranslations("Nav")
  const common = useTranslations("Common")
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
  const submit = (action: (form: FormData) => Promise<void>, name: string, value: string): void => {
    const form = new FormData()
    form.set(name, value)
    onClose()
    startTransition(() => action(form))
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
      <Command label={t("title")} filter={rank} className="grid">
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
          <Group heading={t("group_actions")}>
            {mode !== null && (
              <>
                <Action name={t("create_key")} onSelect={() => open(withQuery("/keys", { create: "1" }))} />
                {mode === "live" && (
                  <Action
                    name={t("create_test_key")}
                    onSelect={() => openDocument(withQuery("/keys", { create: "1", mode: "sandbox" }))}
                  />
                )}
                <Action name={t("add_endpoint")} onSelect={() => open("/webhooks/new")} />
                <Action
                  name={t(mode === "live" ? "to_sandbox" : "to_live")}
                  onSelect={() => openDocument(withQuery("/overview", { mode: mode === "live" ? "sandbox" : "live" }))}
                />
                <Action name={nav("sign_out")} words={SIGN_OUT_WORDS} onSelect={leave} />
              </>
            )}
            {typed !== "" &&
              THEMES.map((theme) => (
                <Action
                  key={theme}
                  name={`${common("theme")}: ${common(`theme_${theme}`)}`}
                  words={[theme]}
                  onSelect={() => submit(setTheme, "theme", theme)}
                />
              ))}
            {typed !== "" &&
              LOCALES.map((language) => (
                <Action
                  key={language}
                  name={`${common("language")}: ${LOCALE_NAMES[language]}`}
                  words={[LANGUAGE_WORDS[language]]}
                  onSelect={() => submit(setLocale, "locale", language)}
                />
              ))}
          </Group>
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
                <Item
                  key={href}
                  value={`${DOCS_HIT}${href}`}
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

interface ActionProps {
  name: string
  /** Other words for it. */
  words?: readonly string[]
  onSelect: () => void
}

function Action({ name, words = [], onSelect }: ActionProps) {
  return (
    <Item value={`action ${name}`} keywords={[name, ...words]} onSelect={onSelect}>
      {name}
    </Item>
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
