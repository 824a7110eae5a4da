import { NextIntlClientProvider } from "next-intl"
import { getMessages } from "next-intl/server"
import type { ReactNode } from "react"
import type { Messages } from "@/i18n/messages"

type Namespace = keyof Messages

/** Passes the messages that client components below need, and no others. */
export async function ClientMessages({
  namespaces,
  children,
}: {
  namespaces: readonly Namespace[]
  children: ReactNode
}) {
  const messages = await getMessages()
  const requested = Object.fromEntries(
    (["Common", ...namespaces] as const).map((namespace) => [namespace, messages[namespace]]),
  )
  return <NextIntlClientProvider messages={requested}>{children}</NextIntlClientProvider>
}
