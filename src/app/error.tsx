"use client"

import { useTranslations } from "next-intl"
import { useEffect, useRef } from "react"
import { Button } from "@/ui/button"

const ErrorPage = ({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) => {
  const t = useTranslations("ErrorPage")
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main id="content" className="mx-auto grid w-full max-w-6xl justify-items-start gap-4 px-4 py-16 sm:px-6">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
        {t("title")}
      </h1>
      <p className="max-w-prose text-muted">{t("text")}</p>
      {error.digest !== undefined && <p className="font-mono text-sm text-muted">{t("digest", { digest: error.digest })}</p>}
      <Button look="primary" onClick={reset}>
        {t("retry")}
      </Button>
    </main>
  )
}

export default ErrorPage
