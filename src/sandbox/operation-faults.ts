import type { ProblemCode } from "@/domain/problem"
import { batchedRead } from "@/platform/db/batched-read"
import { authQuery, query } from "@/platform/db/query"

/** A fault that one request gets. */
interface OperationFault {
  id: string
  /** The error to respond with; null if the request is only delayed. */
  code: ProblemCode | null
  delayMs: number
}

const readFaultyOperations = batchedRead<string, { operations: string[] }>(
  `
  SELECT requested.ordinal::int, array_agg(f.operation) AS operations
  FROM unnest($1::uuid[]) WITH ORDINALITY AS requested (account_id, ordinal)
    JOIN world w ON w.account_id = requested.account_id JOIN sandbox_fault f ON f.world_id = w.id AND f.operation IS NOT NULL
  GROUP BY requested.ordinal`,
  authQuery,
)

/**
 * Whether the sandbox of this account has a fault for the operation. It is read for each request of a test credential,
 * beside the count of the rate limit. A fault applies to every request that arrives after the response that confirmed
 * it, in any process.
 */
export async function hasOperationFault(accountId: string, operationId: string): Promise<boolean> {
  return (await readFaultyOperations(accountId))?.operations.includes(operationId) ?? false
}

/** Uses up one occurrence of the oldest fault of the operation; null if none is left. */
export async function consumeOperationFault(accountId: string, operationId: string): Promise<OperationFault | null> {
  const [fault] = await query<OperationFault>(
    'SELECT id, code, delay_ms AS "delayMs" FROM take_sandbox_fault($1, $2, NULL)',
    [accountId, operationId],
  )
  return fault ?? null
}
