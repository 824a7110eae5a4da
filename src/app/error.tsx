"use client"

import { useRouter } from "next/navigation"
import { useTranslations } from "next-intl"
import { startTransition, useEffect, useRef } from "react"
import { buttonClasses } from "@/ui/button-variant"

function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("ErrorPage")
  const heading = useRef<HTMLHeadingElement>(null)
  const router = useRouter()
  useEffect(() => heading.current?.focus(), [])
  // Reloads from the server; rendering the same data again would only show the same error.
  const retry = (): void =>
    startTransition(() => {
      router.refresh()
      reset()
    })
  return (
    <main id="content" className="mx-auto grid w-full max-w-6xl justify-items-start gap-4 px-4 py-16 sm:px-6">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
        {t("title")}
      </h1>
      <p className="max-w-prose text-muted">{t("text")}</p>
      {error.digest !== undefined && (
        <p className="font-mono text-sm text-muted">{t("digest", { digest: error.digest })}</p>
      )}
      <button type="button" onClick={retry} className={buttonClasses("primary")}>
        {t("retry")}
      </button>
    </main>
  )
}

export default ErrorPage
