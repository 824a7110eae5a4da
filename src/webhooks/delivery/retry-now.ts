/**
 * Condition on webhook_pending p: it waits for its next attempt and is not being sent. It reads the clock itself,
 * because another transaction may just have brought it forward.
 */
export const RETRY_SCHEDULED_SQL = "p.failures > 0 AND p.due_at > clock_timestamp() AND NOT p.leased"

/**
 * SQL that makes waiting deliveries due now.
 * @param condition condition on webhook_pending p
 * @param trigger the schedule's next attempt, or an extra redelivery; if the latter fails, the next attempt keeps its
 * time
 */
export function retryNowSql(condition: string, trigger: "schedule" | "redelivery"): string {
  return `
  WITH retried AS (
    UPDATE webhook_pending p SET due_at = now()${trigger === "redelivery" ? ", trigger = 'redelivery', resumes_at = p.due_at" : ""}
    WHERE ${condition} AND ${RETRY_SCHEDULED_SQL}
    RETURNING p.delivery_id, p.delivery_created_at, p.endpoint_id)
  UPDATE webhook_delivery d SET next_attempt_at = now() FROM retried r
  WHERE d.id = r.delivery_id AND d.created_at = r.delivery_created_at
  RETURNING d.endpoint_id`
}
