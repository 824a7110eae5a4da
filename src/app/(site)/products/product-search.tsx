"use client"

import { useRouter } from "next/navigation"
import { useLocale, useTranslations } from "next-intl"
import { type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from "react"
import type { Locale } from "@/domain/locale"
import { pluralValues } from "@/i18n/format"
import { Button } from "@/ui/button"
import { TranslatedName } from "@/ui/translated-name"

interface Suggestion {
  type: "category" | "brand" | "product"
  slug: string
  name: string
  name_locale?: Locale
  path: string
}

const DEBOUNCE_MS = 120

const subscribeToNothing = () => () => undefined

/**
 * The search box of the catalogue: a plain form that, where scripts run, is a combobox with suggestions (ARIA Authoring
 * Practices, editable combobox with list autocomplete).
 */
export const ProductSearch = ({ query }: { query: string }) => {
  const t = useTranslations("ProductSearch")
  const locale = useLocale()
  const router = useRouter()
  const scripted = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const text = typed?.trim() ?? ""
    if (text === "") return
    const request = new AbortController()
    const timer = setTimeout(() => {
      void findSuggestions(text, locale, request.signal).then((found) => {
        if (found === null) return
        setSuggestions(found)
        setActive(-1)
      })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [typed, locale])

  const shown = open && suggestions.length > 0
  const choose = ({ path }: Suggestion): void => {
    setOpen(false)
    router.push(path)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const count = suggestions.length
    const chosen = suggestions[active]
    if (event.key === "Escape" && shown) setOpen(false)
    else if (event.key === "ArrowDown" && count > 0) {
      setOpen(true)
      setActive(shown ? ((active + 2) % (count + 1)) - 1 : 0)
    } else if (event.key === "ArrowUp" && count > 0) {
      setOpen(true)
      setActive(shown ? ((active + count + 1) % (count + 1)) - 1 : count - 1)
    } else if (event.key === "Enter" && shown && chosen) choose(chosen)
    else return
    event.preventDefault()
  }

  return (
    <form
      ref={form}
      action="/products"
      role="search"
      className="relative flex w-full gap-2 sm:w-auto"
      onBlur={({ relatedTarget }) => {
        if (!form.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        name="q"
        defaultValue={query}
        maxLength={120}
        aria-label={t("search")}
        placeholder={t("search")}
        {...(scripted && {
          autoComplete: "off",
          role: "combobox",
          "aria-autocomplete": "list",
          "aria-expanded": shown,
          "aria-controls": `${id}-list`,
          "aria-activedescendant": shown && active >= 0 ? `${id}-${active}` : undefined,
        })}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setOpen(true)
          if (currentTarget.value.trim() === "") setSuggestions([])
        }}
        onKeyDown={onKeyDown}
        className="min-h-10 min-w-0 flex-1 rounded-lg border border-line-strong bg-surface px-3 placeholder:text-muted sm:w-72"
      />
      <Button type="submit">{t("submit")}</Button>
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={t("suggestions")}
        hidden={!shown}
        className="absolute inset-x-0 top-full z-20 mt-1.5 overflow-hidden rounded-xl border border-line-strong bg-surface py-1.5 shadow-card"
      >
        {suggestions.map((suggestion, place) => (
          <li
            key={`${suggestion.type} ${suggestion.slug}`}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === active}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(place)}
            onClick={() => choose(suggestion)}
            className="flex cursor-pointer items-baseline justify-between gap-4 px-3.5 py-2 text-sm aria-selected:bg-sunken"
          >
            <span className="min-w-0 truncate">
              <TranslatedName name={suggestion.name} language={suggestion.name_locale} />
            </span>
            <span className="shrink-0 text-xs text-muted">{t(suggestion.type)}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {shown ? t("found", pluralValues(suggestions.length, locale)) : ""}
      </p>
    </form>
  )
}

/** Returns null if the text has changed meanwhile, and none if the server could not say. */
const findSuggestions = async (text: string, locale: Locale, signal: AbortSignal): Promise<Suggestion[] | null> => {
  try {
    const response = await fetch(`/api/suggestions?q=${encodeURIComponent(text)}&locale=${locale}`, { signal })
    return response.ok ? ((await response.json()) as { data: Suggestion[] }).data : []
  } catch {
    // Without suggestions the box is still a search box.
    return signal.aborted ? null : []
  }
}
