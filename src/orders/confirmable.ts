/** SQL for an open payment in cash on delivery. @param table the seller order or its alias */
export function cashOnDeliverySql(table: string): string {
  // As EXISTS among other conditions it would scan all payments.
  return `(SELECT count(*) FROM payment m WHERE m.order_id = ${table}.order_id AND m.method = 'cod' AND m.status = 'pending') > 0`
}

/** SQL for seller orders whose payment lets the store confirm them: paid, or cash on delivery. */
export function confirmableSql(table: string): string {
  return `(${table}.payment_status IN ('paid', 'partially_refunded')
         OR ${table}.payment_status = 'pending' AND ${cashOnDeliverySql(table)})`
}
