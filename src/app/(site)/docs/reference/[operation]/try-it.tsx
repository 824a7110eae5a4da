"use client"

import { useTranslations } from "next-intl"
import { lazy, Suspense, useState } from "react"
import { Button, ButtonLink } from "@/ui/button"

export interface TryOperation {
  id: string
  method: string
  path: string
  scope: string | null
  live: boolean
  idempotent: boolean
  parameters: { name: string; required: boolean; choices: string[] | null; value: string }[]
  /** The example body, as text. */
  body: string | null
}

interface TryItProps {
  operation: TryOperation
  /** Null if signed out. */
  account: { verified: boolean; seller: boolean } | null
  signInHref: string
}

// The panel is loaded only when it is opened.
const TryPanel = lazy(() => import("@/app/(site)/docs/reference/[operation]/try-panel"))

/** Calls the operation from the page, with a test key of the reader's account. */
export function TryIt({ operation, account, signInHref }: TryItProps) {
  const t = useTranslations("DocsTry")
  const [open, setOpen] = useState(false)
  const keyless = operation.scope === null
  return (
    <section aria-labelledby="try" className="grid min-w-0 gap-3 rounded-xl border border-line bg-surface p-4">
      <h2 id="try" className="scroll-mt-6 font-semibold">
        {t("title")}
      </h2>
      {!keyless && !account?.verified && (
        <>
          <p className="text-sm text-muted">{account ? t("unverified") : t("signed_out")}</p>
          <div>
            <ButtonLink href={account ? "/keys" : signInHref} prefetch={false}>
              {account ? t("to_keys") : t("sign_in")}
            </ButtonLink>
          </div>
        </>
      )}
      {(keyless || account?.verified) &&
        (open ? (
          <Suspense fallback={<p className="text-sm text-muted">{t("loading")}</p>}>
            <TryPanel operation={operation} seller={account?.seller ?? false} />
          </Suspense>
        ) : (
          <>
            <p className="text-sm text-muted">{keyless ? t("lead_open") : t("lead")}</p>
            <div>
              <Button onClick={() => setOpen(true)}>{t("open")}</Button>
            </div>
          </>
        ))}
    </section>
  )
}
