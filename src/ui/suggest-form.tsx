"use client"

import { useRouter } from "next/navigation"
import { useLocale } from "next-intl"
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import type { Locale } from "@/domain/locale"
import { useClientValue } from "@/ui/use-client-value"

const DEBOUNCE_MS = 120

interface SuggestFormProps<Suggestion> {
  /** Where the form leads, with the text as "q". */
  action: string
  query: string
  maxLength: number
  /** The accessible name of the form, if a page has several; of the box; and of the list of suggestions. */
  name?: string
  label: string
  listLabel: string
  placeholder: string
  /** Finds suggestions; null if the text has changed meanwhile. */
  find: (text: string, locale: Locale, signal: AbortSignal) => Promise<Suggestion[] | null>
  /** Announces the number of suggestions. */
  found: (count: number) => string
  pathOf: (suggestion: Suggestion) => string
  render: (suggestion: Suggestion) => ReactNode
  /** The submit button. */
  children: ReactNode
  /** Drawn over the end of the box while it is empty. */
  hint?: ReactNode
  className?: string
  boxClassName?: string
  listClassName?: string
}

/**
 * A search box: a plain form that, where scripts run, is a combobox with suggestions (ARIA Authoring Practices,
 * editable combobox with list autocomplete).
 */
export function SuggestForm<Suggestion>(props: SuggestFormProps<Suggestion>) {
  const { find, pathOf, className = "", boxClassName = "", listClassName = "" } = props
  const locale = useLocale()
  const router = useRouter()
  const scripted = useClientValue(() => true, false)
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
      void find(text, locale, request.signal).then((found) => {
        if (found === null) return
        setSuggestions(found)
        setActive(-1)
      })
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [typed, locale, find])

  const shown = open && suggestions.length > 0
  const choose = (suggestion: Suggestion): void => {
    setOpen(false)
    setActive(-1)
    router.push(pathOf(suggestion))
  }
  const activate = (index: number): void => {
    setOpen(true)
    setActive(index)
    form.current?.querySelector(`[data-option="${index}"]`)?.scrollIntoView({ block: "nearest" })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const count = suggestions.length
    const selected = suggestions[active]
    if (event.key === "Escape" && shown) setOpen(false)
    else if (event.key === "ArrowDown" && count > 0) activate(shown ? ((active + 2) % (count + 1)) - 1 : 0)
    else if (event.key === "ArrowUp" && count > 0)
      activate(shown ? ((active + count + 1) % (count + 1)) - 1 : count - 1)
    else if (event.key === "Enter" && shown && selected) choose(selected)
    else return
    event.preventDefault()
  }

  return (
    <form
      ref={form}
      action={props.action}
      role="search"
      aria-label={props.name}
      className={`relative flex gap-2 ${className}`}
      onBlur={({ relatedTarget }) => {
        if (!form.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <div className="relative grid min-w-0 flex-1">
        <input
          type={scripted ? "text" : "search"}
          inputMode="search"
          enterKeyHint="search"
          name="q"
          defaultValue={props.query}
          maxLength={props.maxLength}
          aria-label={props.label}
          placeholder={props.placeholder}
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
            setActive(-1)
            setOpen(true)
            if (currentTarget.value.trim() === "") setSuggestions([])
          }}
          onKeyDown={onKeyDown}
          className={`peer min-h-10 w-full min-w-0 rounded-lg border border-line-strong bg-surface px-3 text-ink placeholder:text-muted ${boxClassName}`}
        />
        {props.hint !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 right-0 hidden items-center pr-2 peer-placeholder-shown:flex peer-focus:hidden">
            {props.hint}
          </span>
        )}
      </div>
      {props.children}
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={props.listLabel}
        hidden={!shown}
        className={`absolute left-0 top-full z-20 mt-1.5 overflow-y-auto rounded-xl border border-line-strong bg-surface py-1.5 shadow-card ${listClassName}`}
      >
        {suggestions.map((suggestion, index) => (
          <li
            key={pathOf(suggestion)}
            id={`${id}-${index}`}
            data-option={index}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(suggestion)}
            className="flex cursor-pointer items-baseline justify-between gap-4 px-3.5 py-2 text-sm aria-selected:bg-sunken"
          >
            {props.render(suggestion)}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {shown ? props.found(suggestions.length) : ""}
      </p>
    </form>
  )
}
