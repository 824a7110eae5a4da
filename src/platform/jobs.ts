import type { Queryable } from "@/platform/db"

/** Everything a worker can be asked to do, with what it needs to know. */
export interface Jobs {
  send_mail: MailJob
}

/** The words are chosen when the mail is sent; the job holds what fills them. */
export type MailJob = { id: string; to: string; locale: string } & (
  | { template: "verify_email"; values: { name: string; link: string } }
  | { template: "already_registered"; values: { name: string; link: string } }
  | { template: "order_shipped"; values: { name: string; number: string; store: string; courier: string; awb: string; link: string } }
  | { template: "app_approved" | "app_changes_requested" | "app_suspended" | "app_reinstated"; values: { name: string; app: string; words: string; link: string } }
)

/**
 * Hands a job to the workers in the transaction of the change that causes it: it runs if and only if that commits.
 * @param key two jobs with one key that have not run yet are one job.
 */
export const addJob = async <Name extends keyof Jobs>(tx: Queryable, name: Name, payload: Jobs[Name], key?: string): Promise<void> => {
  await tx.query("SELECT graphile_worker.add_job($1, payload := $2::json, max_attempts := 25, job_key := $3)", [name, JSON.stringify(payload), key ?? null])
}
