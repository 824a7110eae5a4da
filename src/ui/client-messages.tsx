import { NextIntlClientProvider } from "next-intl"
import { getMessages } from "next-intl/server"
import type { ReactNode } from "react"
import type { Messages } from "@/i18n/messages"

type Namespace = keyof Messages

/** Gives the components below that run in the browser the words they need, and no others. */
export const ClientMessages = async ({
  namespaces,
  children,
}: {
  namespaces: readonly Namespace[]
  children: ReactNode
}) => {
  const messages = await getMessages()
  const wanted = Object.fromEntries(
    (["Common", ...namespaces] as const).map((namespace) => [namespace, messages[namespace]]),
  )
  return <NextIntlClientProvider messages={wanted}>{children}</NextIntlClientProvider>
}
