import { createTranslator } from "use-intl/core"
import { DEFAULT_LOCALE, isLocale } from "@/domain/locale"
import { formatMoney } from "@/i18n/format"
import { messagesOf } from "@/i18n/messages"
import type { MailJob } from "@/platform/jobs"
import { sendMail } from "@/platform/mailer"
import { layOut } from "@/worker/mail-layout"

const DELETED = "@deleted.invalid"

/** Writes a mail in its reader's language and sends it. A mail that fails is tried again by the queue. */
export const sendMailJob = async (payload: unknown): Promise<void> => {
  const job = payload as MailJob
  // What an order tells somebody who has deleted their account reaches nobody.
  if (job.to.endsWith(DELETED)) return
  const locale = isLocale(job.locale) ? job.locale : DEFAULT_LOCALE
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: "Mail" })
  const { link, ...given } = job.values
  const values = "paise" in given ? { ...given, amount: formatMoney(given.paise, locale) } : given
  const words = {
    subject: t(`${job.template}.subject`, values),
    greeting: t("greeting", { name: job.values.name }),
    body: t(`${job.template}.body`, values),
    action: t(`${job.template}.action`),
    signature: t("signature"),
  }
  await sendMail({ id: job.id, to: job.to, locale, subject: words.subject, ...layOut(locale, words, link) })
}
