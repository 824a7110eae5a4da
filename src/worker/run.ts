import { mailFailedSignIns } from "@/auth/failed-sign-ins"
import { announceExpiringKeys } from "@/features/api-keys/announce-expiring-keys"
import type { DeclaredDeprecation } from "@/domain/deprecation"
import { sendDeprecationNotices } from "@/features/deprecations/send-deprecation-notices"
import { sendPasswordResetEmail } from "@/features/accounts/request-password-reset"
import { rotateSigningKeys } from "@/oauth/signing-keys"
import { moveRequestLog } from "@/platform/request-log/move-request-log"
import { rollUpUsage } from "@/platform/request-log/roll-up-usage"
import { cleanUp } from "@/worker/clean-up"
import { startResilientRunner } from "@/worker/resilient-runner"
import { sendMailJob } from "@/worker/send-mail"
import { unlockJobs } from "@/worker/unlock-jobs"
import { startStatusChecks } from "@/worker/status-checks"
import { startWebhooks } from "@/worker/webhooks"

const CONCURRENCY = 4

/**
 * Starts processing jobs in this process. stop() releases unfinished jobs to other workers.
 * @param deprecations of the API, whose users are notified by email
 */
export async function startWorker(
  deprecations: readonly DeclaredDeprecation[],
): Promise<{ stop: () => Promise<void> }> {
  const jobs = await startResilientRunner({
    concurrency: CONCURRENCY,
    taskList: {
      send_mail: sendMailJob,
      mail_password_reset: sendPasswordResetEmail,
      mail_failed_sign_ins: mailFailedSignIns,
      clean_up: cleanUp,
      announce_expiring_keys: announceExpiringKeys,
      rotate_signing_keys: rotateSigningKeys,
      unlock_jobs: unlockJobs,
      roll_up_usage: () => rollUpUsage(),
      move_request_log: moveRequestLog,
      send_deprecation_notices: () => sendDeprecationNotices(deprecations),
    },
    crontab: [
      "17 * * * * clean_up ?fill=1h&max=3",
      "*/10 * * * * announce_expiring_keys ?max=3",
      "43 * * * * rotate_signing_keys ?max=3",
      "* * * * * unlock_jobs ?max=1",
      "* * * * * send_deprecation_notices ?max=1",
      "* * * * * roll_up_usage ?max=1&queue=request_log",
      "* * * * * move_request_log ?max=1&queue=request_log_move&jobKey=move_request_log",
    ].join("\n"),
  })
  const webhooks = await startWebhooks()
  const statusChecks = startStatusChecks()
  return {
    stop: async () => {
      await Promise.all([webhooks.stop(), jobs.stop(), statusChecks.stop()])
    },
  }
}
