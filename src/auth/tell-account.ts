import { v7 as uuidv7 } from "uuid"
import { type Queryable, query } from "@/platform/db/query"
import type { Prisma } from "@/platform/prisma/client"
import { env } from "@/platform/env"
import { addJob, type MailJob } from "@/platform/jobs"

/** What a mail to an account needs to know of it. */
export const ADDRESSEE = { name: true, email: true, locale: true } satisfies Prisma.AccountSelect

export type Addressee = Prisma.AccountGetPayload<{ select: typeof ADDRESSEE }>

/** Mails that need no more than a name and a link, and those that name one thing more. */
type News =
  | "reset_password"
  | "password_changed"
  | "failed_sign_ins"
  | "totp_added"
  | "totp_removed"
  | "recovery_codes_renewed"
  | "account_deleted"
  | { template: "passkey_added" | "passkey_removed"; passkey: string }
  | { template: "email_change_old" | "email_change_new" | "email_changed"; email: string }
  | { template: "recovery_code_used"; left: string }
  | { template: "webhook_url_changed"; from: string; to: string }
  | { template: "webhook_secret_rotated"; host: string }

/** Mails the holder of an account what has happened to it. @param path where the mail leads */
export const tellAddressee = async (
  tx: Queryable,
  { name, email, locale }: Addressee,
  news: News,
  path: string,
): Promise<void> => {
  const { template, ...more } = typeof news === "string" ? { template: news } : news
  await addJob(tx, "send_mail", {
    id: uuidv7(),
    to: email,
    locale,
    template,
    values: { ...more, name, link: env.appUrl + path },
  } as MailJob)
}

// SQL: mails are asked for in transactions of pg and of Prisma alike.
/** The same, to the address that the account has now. */
export const tellAccount = async (tx: Queryable, accountId: string, news: News, path: string): Promise<void> => {
  const [account] = await query<Addressee>("SELECT name, email, locale FROM account WHERE id = $1", [accountId], tx)
  if (account) await tellAddressee(tx, account, news, path)
}
