import type { Metadata } from "next"
import Link from "next/link"
import { redirect } from "next/navigation"
import { getLocale, getTranslations } from "next-intl/server"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { ExpectedEmail } from "@/app/(site)/dev/mailbox/expected-email"
import { SecretForm } from "@/app/(site)/dev/mailbox/secret-form"
import { orNotFound, orNull, portal } from "@/app/current-account"
import { formatTime } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Mailbox"))("title"),
    robots: { index: false },
  }
}

async function MailboxPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const { to: expected } = await searchParams
  const caller = await portal()
  const listed = await orNull(orNotFound(caller.mailbox.list()), "authentication_required")
  const [t, locale, timeZone] = await Promise.all([getTranslations("Mailbox"), getLocale(), viewerTimeZone()])
  if (listed === null) {
    return (
      <>
        <PageHeading title={t("title")} lead={t("locked_lead")} />
        <ClientMessages namespaces={["Mailbox", "Problems"]}>
          <SecretForm />
        </ClientMessages>
      </>
    )
  }
  const { data: messages } = listed
  // The sign-up leads to the email that it has sent, which may still be on its way.
  const newest = messages.find(({ to }) => to === expected)
  if (newest) redirect(`/dev/mailbox/${newest.id}`)
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")}>
        {/* A plain link, so that the page is loaded again. */}
        <ButtonLink href="/dev/mailbox" prefetch={false} replace>
          {t("refresh")}
        </ButtonLink>
      </PageHeading>
      {typeof expected === "string" && (
        <ClientMessages namespaces={["Mailbox"]}>
          <ExpectedEmail to={expected} />
        </ClientMessages>
      )}
      {messages.length === 0 ? (
        <EmptyState sentence={t("empty")} action={<ButtonLink href="/sign-up">{t("empty_action")}</ButtonLink>} />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)_auto] divide-y divide-line rounded-xl border border-line bg-surface text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)_auto]">
          {messages.map(({ id, to, locale: written, subject, created_at }) => (
            <li
              key={id}
              className="relative col-span-full grid grid-cols-subgrid items-baseline gap-x-6 px-3 py-1.5 first:rounded-t-xl last:rounded-b-xl hover:bg-sunken"
            >
              <Link
                href={`/dev/mailbox/${id}`}
                lang={written}
                className="leading-[1.7] font-medium after:absolute after:inset-0 max-sm:col-span-full sm:truncate"
              >
                {subject}
              </Link>
              <p className="text-muted wrap-anywhere sm:truncate">{t("to", { to })}</p>
              <p className="text-right text-muted tabular-nums">{formatTime(created_at, locale, timeZone)}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export default MailboxPage
