import { v7 as uuidv7 } from "uuid"
import { type Queryable, query } from "@/platform/db/query"
import type { Prisma } from "@/platform/prisma/client"
import { env } from "@/platform/env"
import { addJob, type MailJob } from "@/platform/jobs"

/** The account data that an email needs. */
export const RECIPIENT_SELECT = { name: true, email: true, locale: true } satisfies Prisma.AccountSelect

export type Recipient = Prisma.AccountGetPayload<{ select: typeof RECIPIENT_SELECT }>

/** Emails that need only a name and a link, and those with one more value. */
type AccountNotice =
  | "reset_password"
  | "password_changed"
  | "failed_sign_ins"
  | "totp_added"
  | "totp_removed"
  | "recovery_codes_renewed"
  | "account_deleted"
  | { template: "passkey_added" | "passkey_removed"; passkey: string }
  | { template: "identity_connected" | "identity_removed"; provider: string }
  | { template: "email_change_old" | "email_change_new" | "email_changed"; email: string }
  | { template: "recovery_code_used"; left: string }
  | { template: "webhook_url_changed"; from: string; to: string }
  | { template: "webhook_secret_rotated"; host: string }
  | { template: "deprecated_use"; what: string; sunset: string; calls: string }

/** Emails an account's holder about an event. @param path where the email's link leads */
export async function queueAccountMail(
  tx: Queryable,
  { name, email, locale }: Recipient,
  notice: AccountNotice,
  path: string,
): Promise<void> {
  const { template, ...values } = typeof notice === "string" ? { template: notice } : notice
  await addJob(tx, "send_mail", {
    id: uuidv7(),
    to: email,
    locale,
    template,
    values: { ...values, name, link: env.appUrl + path },
  } as MailJob)
}

// SQL: emails are queued in transactions of both pg and Prisma.
/** Emails an account's holder at the account's current email address. */
export async function mailAccount(
  tx: Queryable,
  accountId: string,
  notice: AccountNotice,
  path: string,
): Promise<void> {
  const [account] = await query<Recipient>("SELECT name, email, locale FROM account WHERE id = $1", [accountId], tx)
  if (account) await queueAccountMail(tx, account, notice, path)
}
