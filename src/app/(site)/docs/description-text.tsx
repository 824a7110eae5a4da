import { useLocale } from "next-intl"
import { Fragment } from "react"
import type { Description } from "@/docs/descriptions"

/** Text in backquotes is shown as code. */
export function TextWithCode({ text }: { text: string }) {
  return text.split(/`([^`]+)`/).map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} lang="en" className="font-mono wrap-anywhere text-ink">
        {part}
      </code>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}

/** A description, marked with its language if that is not the reader's. */
export function DescriptionText({ text, language }: Description) {
  const locale = useLocale()
  const content = <TextWithCode text={text} />
  return language === locale ? content : <span lang={language}>{content}</span>
}
