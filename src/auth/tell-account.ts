import { v7 as uuidv7 } from "uuid"
import { type Queryable, query } from "@/platform/db"
import { env } from "@/platform/env"
import { addJob, type MailJob } from "@/platform/jobs"

export interface Addressee {
  name: string
  email: string
  locale: string
}

/** Mails that need no more than a name and a link, and those that name one thing more. */
type News =
  | "reset_password"
  | "password_changed"
  | "totp_added"
  | "totp_removed"
  | "recovery_codes_renewed"
  | "account_deleted"
  | { template: "passkey_added" | "passkey_removed"; passkey: string }
  | { template: "email_change_old" | "email_change_new" | "email_changed"; email: string }
  | { template: "recovery_code_used"; left: string }

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

/** The same, to the address that the account has now. */
export const tellAccount = async (tx: Queryable, accountId: string, news: News, path: string): Promise<void> => {
  const [account] = await query<Addressee>("SELECT name, email, locale FROM account WHERE id = $1", [accountId], tx)
  if (account) await tellAddressee(tx, account, news, path)
}
