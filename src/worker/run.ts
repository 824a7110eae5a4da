import { mailFailedSignIns } from "@/auth/failed-sign-ins"
import { sendPasswordResetEmail } from "@/features/accounts/request-password-reset"
import { rotateSigningKeys } from "@/oauth/signing-keys"
import { cleanUp } from "@/worker/clean-up"
import { startResilientRunner } from "@/worker/resilient-runner"
import { sendMailJob } from "@/worker/send-mail"
import { unlockJobs } from "@/worker/unlock-jobs"
import { startWebhooks } from "@/worker/webhooks"

const CONCURRENCY = 4

/** Starts processing jobs in this process. stop() releases unfinished jobs to other workers. */
export const startWorker = async (): Promise<{ stop: () => Promise<void> }> => {
  const jobs = await startResilientRunner({
    concurrency: CONCURRENCY,
    taskList: {
      send_mail: sendMailJob,
      mail_password_reset: sendPasswordResetEmail,
      mail_failed_sign_ins: mailFailedSignIns,
      clean_up: cleanUp,
      rotate_signing_keys: rotateSigningKeys,
      unlock_jobs: unlockJobs,
    },
    crontab: "17 * * * * clean_up ?fill=1h&max=3\n43 * * * * rotate_signing_keys ?max=3\n* * * * * unlock_jobs ?max=1",
  })
  const webhooks = await startWebhooks()
  return {
    stop: async () => {
      await Promise.all([webhooks.stop(), jobs.stop()])
    },
  }
}
