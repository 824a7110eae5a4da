/** Of webhook_pending p: what waits for its next attempt, and is not under way. By the clock itself, since somebody else may just have hastened it. */
export const POSTPONED = "p.failures > 0 AND p.due_at > clock_timestamp() AND NOT p.leased"

/**
 * SQL that makes due now what is postponed.
 * @param which of webhook_pending p
 * @param as the schedule's next attempt, or a redelivery besides it: if that fails, the next attempt is due when it was
 */
export const hasten = (which: string, as: "schedule" | "redelivery"): string => `
  WITH hastened AS (
    UPDATE webhook_pending p SET due_at = now()${as === "redelivery" ? ", trigger = 'redelivery', resumes_at = p.due_at" : ""}
    WHERE ${which} AND ${POSTPONED}
    RETURNING p.delivery_id, p.delivery_created_at, p.endpoint_id)
  UPDATE webhook_delivery d SET next_attempt_at = now() FROM hastened h
  WHERE d.id = h.delivery_id AND d.created_at = h.delivery_created_at
  RETURNING d.endpoint_id`
