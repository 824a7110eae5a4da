import { Logger, run } from "graphile-worker"
import { mailPasswordReset } from "@/features/accounts/request-password-reset"
import { pool } from "@/platform/db"
import { log } from "@/platform/log"
import { rotateSigningKeys } from "@/oauth/signing-keys"
import { cleanUp } from "@/worker/clean-up"
import { sendMailJob } from "@/worker/send-mail"

const CONCURRENCY = 4
const POLL_MS = 2_000
// What the queue tells of its everyday work is detail here.
const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const

/** Starts working on jobs in this process. stop() gives back what is not finished to the other workers. */
export const startWorker = async (): Promise<{ stop: () => Promise<void> }> => {
  const runner = await run({
    pgPool: pool(),
    concurrency: CONCURRENCY,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    taskList: { send_mail: sendMailJob, mail_password_reset: mailPasswordReset, clean_up: cleanUp, rotate_signing_keys: rotateSigningKeys },
    crontab: "17 * * * * clean_up ?fill=1h&max=3\n43 * * * * rotate_signing_keys ?max=3",
    logger: new Logger((scope) => (level, message, meta) => log[LEVELS[level]]({ scope, meta }, message)),
  })
  return { stop: () => runner.stop() }
}
