import type { Metadata } from "next"
import { BackLink } from "@/ui/back-link"
import { redirect } from "next/navigation"
import { getLocale, getTranslations } from "next-intl/server"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, orNull, portal } from "@/app/current-account"
import { MailFrame } from "@/app/(site)/dev/mailbox/[id]/mail-frame"
import { formatTime } from "@/i18n/format"
import { PageHeading } from "@/ui/page-heading"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Mailbox"))("title"),
    robots: { index: false },
  }
}

const LINK = /(https?:\/\/[^\s<>"]+)/

async function MailPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const caller = await portal()
  const found = await orNull(orNotFound(caller.mailbox.get({ id })), "authentication_required")
  if (found === null) redirect("/dev/mailbox")
  const { data: mail } = found
  // The frame inherits the page's Content-Security-Policy, which forbids the style sheet of the dark colours.
  const html = mail.html.replace(/<style>.*?<\/style>/s, "")
  const [t, locale, timeZone] = await Promise.all([getTranslations("Mailbox"), getLocale(), viewerTimeZone()])
  return (
    <>
      <BackLink href="/dev/mailbox">{t("title")}</BackLink>
      <PageHeading
        title={<span lang={mail.locale}>{mail.subject}</span>}
        lead={`${t("to", { to: mail.to })} · ${formatTime(mail.created_at, locale, timeZone)}`}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <section aria-labelledby="html" className="grid min-w-0 gap-2">
          <h2 id="html" className="font-medium">
            {t("html")}
          </h2>
          <MailFrame title={t("html")} html={html} />
        </section>
        <section aria-labelledby="text" className="grid min-w-0 gap-2">
          <h2 id="text" className="font-medium">
            {t("text")}
          </h2>
          <pre
            lang={mail.locale}
            className="rounded-2xl border border-line bg-surface px-5 py-4 font-sans text-sm leading-[1.7] wrap-anywhere whitespace-pre-wrap"
          >
            {mail.text.split(LINK).map((piece, place) =>
              place % 2 === 1 ? (
                <a key={place} href={piece} className="link">
                  {piece}
                </a>
              ) : (
                piece
              ),
            )}
          </pre>
        </section>
      </div>
    </>
  )
}

export default MailPage
