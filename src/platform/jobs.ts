import type { ASSIGNABLE_ROLES } from "@/domain/store"
import { type Queryable, query } from "@/platform/db/query"
import { decrypt, encrypt } from "@/platform/secrets"

// SQL: graphile-worker's function adds jobs in transactions of both pg and Prisma.

/** All job types and their payloads. */
interface Jobs {
  send_mail: MailJob
  mail_password_reset: { email: string; back?: string | null }
  mail_failed_sign_ins: { email: string }
  deliver_webhooks: DeliverWebhooksJob
}

/** Notifies that these endpoints have something to send, which webhook_pending holds. Losing the job loses no event. */
export interface DeliverWebhooksJob {
  endpoints: string[]
}

/** The cost of an order, in paise, for the buyer's receipt. */
export interface Receipt {
  items: { name: string; quantity: number; unit_price: number; total: number }[]
  subtotal: number
  shipping_total: number
  discount_total: number
  tax_total: number
  total: number
}

/** The text is chosen when the email is sent; the job holds the values for it. */
export type MailJob = { id: string; to: string; locale: string } & (
  | { template: "verify_email"; values: { name: string; link: string } }
  | { template: "already_registered"; values: { name: string; link: string } }
  | {
      template: "reset_password" | "password_changed" | "failed_sign_ins" | "account_deleted"
      values: { name: string; link: string }
    }
  | {
      template: "email_change_old" | "email_change_new" | "email_changed"
      values: { name: string; email: string; link: string }
    }
  | { template: "recovery_code_used"; values: { name: string; left: string; link: string } }
  | { template: "passkey_added" | "passkey_removed"; values: { name: string; passkey: string; link: string } }
  | { template: "identity_connected" | "identity_removed"; values: { name: string; provider: string; link: string } }
  | { template: "totp_added" | "totp_removed" | "recovery_codes_renewed"; values: { name: string; link: string } }
  | {
      template: "webhook_failing" | "webhook_disabled" | "webhook_gone"
      values: { name: string; url: string; count: string; link: string }
    }
  | { template: "webhook_url_changed"; values: { name: string; from: string; to: string; link: string } }
  | { template: "webhook_secret_rotated"; values: { name: string; host: string; link: string } }
  | { template: "deprecated_use"; values: { name: string; what: string; sunset: string; calls: string; link: string } }
  | {
      template: "order_placed"
      values: { name: string; number: string; paise: number; receipt: Receipt; link: string }
    }
  | {
      template: "order_cancelled" | "order_refunded"
      // The reason is empty if none was given.
      values: { name: string; number: string; store: string; paise: number; reason: string; link: string }
    }
  | {
      template: "order_shipped"
      values: { name: string; number: string; store: string; courier: string; awb: string; link: string }
    }
  | { template: "account_locked" | "account_unlocked"; values: { name: string; words: string; link: string } }
  | {
      template: "store_invitation"
      values: { name: string; inviter: string; store: string; role: (typeof ASSIGNABLE_ROLES)[number]; link: string }
    }
  | {
      template: "store_approved" | "store_declined" | "store_suspended" | "store_reinstated"
      values: { name: string; store: string; words: string; link: string }
    }
  | {
      template: "app_approved" | "app_changes_requested" | "app_suspended" | "app_reinstated"
      values: { name: string; app: string; words: string; link: string }
    }
)

/** The queued form: a link can give access to an account, so it is encrypted for readers of the database. */
export type QueuedMail = Omit<MailJob, "values"> & { values: Omit<MailJob["values"], "link">; link_encrypted: string }

function linkIdentity(id: string): string {
  return `mail_link:${id}`
}

function sealLink({ values: { link, ...values }, ...job }: MailJob): QueuedMail {
  return { ...job, values, link_encrypted: encrypt(link, linkIdentity(job.id)).toString("base64") }
}

/** Decrypts a queued email. Jobs created in SQL have a link that is not secret, in plain text. */
export function openMail(job: MailJob | QueuedMail): MailJob {
  if (!("link_encrypted" in job)) return job
  const { link_encrypted, ...mail } = job
  return {
    ...mail,
    values: { ...mail.values, link: decrypt(Buffer.from(link_encrypted, "base64"), linkIdentity(mail.id)) },
  } as MailJob
}

/**
 * Returns SQL that adds a job. In a WITH clause it runs only if the clause is read.
 * @param name the job's name, as a literal or a parameter
 * @param payload an SQL expression of type json
 * @param runAt an SQL expression for the earliest time at which it runs
 */
// Without a key, or with a replacing one, each new job could scan the whole queue, once a connection has cached a plan
// made for a short queue. Keys are unique, so no two jobs are merged.
export function addJobCall(name: `'${keyof Jobs}'` | "$1", payload: string, runAt = "now()"): string {
  return `graphile_worker.add_job(${name}, payload := ${payload}, run_at := ${runAt}, max_attempts := 25, job_key := gen_random_uuid()::text, job_key_mode := 'unsafe_dedupe')`
}

const ADD_JOB_SQL = `SELECT FROM ${addJobCall("$1", "$2::json")}`

/** Adds a job in the transaction of the change that causes it, so that it runs if and only if the change commits. */
export async function addJob<Name extends keyof Jobs>(tx: Queryable, name: Name, payload: Jobs[Name]): Promise<void> {
  const queued = name === "send_mail" ? sealLink(payload as MailJob) : payload
  await query(ADD_JOB_SQL, [name, JSON.stringify(queued)], tx)
}
