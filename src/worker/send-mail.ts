import { createTranslator } from "use-intl/core"
import { DEFAULT_LOCALE, isLocale, type Locale } from "@/domain/locale"
import { formatMoney, formatNumber } from "@/i18n/format"
import { messagesOf } from "@/i18n/messages"
import { type MailJob, openMail, type QueuedMail, type Receipt } from "@/platform/jobs"
import { sendMail } from "@/platform/mailer"
import { plainName } from "@/worker/plain-name"
import { renderMail, type MailRow } from "@/worker/mail-layout"

const DELETED_ACCOUNT_DOMAIN = "@deleted.invalid"

/** Composes an email in its recipient's language and sends it. The queue retries failed emails. */
export async function sendMailJob(payload: unknown): Promise<void> {
  const job = openMail(payload as MailJob | QueuedMail)
  // Emails to a deleted account are not sent.
  if (job.to.endsWith(DELETED_ACCOUNT_DOMAIN)) return
  const locale = isLocale(job.locale) ? job.locale : DEFAULT_LOCALE
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: "Mail" })
  const { link, ...templateValues } = job.values
  const { receipt, ...rest } = { receipt: undefined, ...templateValues }
  const plainValues = withPlainNames(rest, job.to)
  const roles = createTranslator({ locale, messages: messagesOf(locale), namespace: "StorePeople" })
  const values = {
    ...plainValues,
    ...("role" in plainValues && { role: roles(`role_${plainValues.role}`) }),
    ...("paise" in plainValues && { amount: formatMoney(plainValues.paise, locale) }),
    ...("reason" in plainValues && { given: plainValues.reason === "" ? 0 : 1 }),
  }
  const text = {
    brand: createTranslator({ locale, messages: messagesOf(locale), namespace: "Common" })("brand"),
    subject: t(`${job.template}.subject`, values),
    greeting: plainValues.name === job.to ? t("greeting_unnamed") : t("greeting", { name: plainValues.name }),
    body: t(`${job.template}.body`, values),
    action: t(`${job.template}.action`),
    linkHint: t("link_hint"),
  }
  await sendMail({
    id: job.id,
    to: job.to,
    locale,
    subject: text.subject,
    ...renderMail({ locale, text, link, rows: receipt && receiptRows(receipt, locale) }),
  })
}

/** Makes the user-chosen names in a job's values safe; a recipient known only by email address has no other name. */
function withPlainNames<Values extends { name: string }>(values: Values, to: string): Values {
  const replacements: { name: string; store?: string; app?: string; inviter?: string } = {
    name: values.name === to ? to : plainName(values.name),
  }
  if ("store" in values && typeof values.store === "string") replacements.store = plainName(values.store)
  if ("inviter" in values && typeof values.inviter === "string") replacements.inviter = plainName(values.inviter)
  if ("app" in values && typeof values.app === "string") replacements.app = plainName(values.app)
  return { ...values, ...replacements }
}

function receiptRows(receipt: Receipt, locale: Locale): MailRow[] {
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: "OrderTotals" })
  const money = (paise: number): string => formatMoney(paise, locale)
  return [
    ...receipt.items.map(({ name, quantity, unit_price, total }) => ({
      name: `${name}, ${formatNumber(quantity, locale)} × ${money(unit_price)}`,
      amount: money(total),
    })),
    { name: t("subtotal"), amount: money(receipt.subtotal) },
    { name: t("shipping"), amount: money(receipt.shipping_total) },
    ...(receipt.discount_total > 0 ? [{ name: t("discount"), amount: money(-receipt.discount_total) }] : []),
    { name: t("total"), amount: money(receipt.total), bold: true },
    { name: t("tax"), amount: money(receipt.tax_total) },
  ]
}
