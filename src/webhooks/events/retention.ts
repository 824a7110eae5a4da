/** Days that events, their deliveries and the attempts are stored (docs/storage.md). */
export const WEBHOOK_RETENTION_DAYS = 30

/** Returns the time before which nothing is shown any more, even if its partition still exists. */
export function retentionStart(): Date {
  return new Date(Date.now() - WEBHOOK_RETENTION_DAYS * 24 * 60 * 60 * 1000)
}

/** SQL expression for the same time. */
export const RETENTION_START_SQL = `now() - interval '${WEBHOOK_RETENTION_DAYS} days'`
