import { type Caller, modesOf } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import { ENDPOINT_COLUMNS, type EndpointRow } from "@/features/webhook-endpoints/endpoint-row"
import { type Queryable, query } from "@/platform/db"

/** The endpoint $1 of the account $2, in one of the modes $3. */
export const OWN = "id = $1 AND account_id = $2 AND livemode = ANY ($3) AND deleted_at IS NULL"

/**
 * The values of OWN.
 * @throws Problem not_found, for what is no endpoint's id
 */
export const ownValues = (caller: Caller, id: string): [uuid: string, accountId: string, modes: boolean[]] => {
  const uuid = uuidOf("webhook_endpoint", id)
  if (uuid === null) throw new Problem("not_found")
  return [uuid, caller.accountId, modesOf(caller)]
}

/** @throws Problem not_found, for other people's endpoints too, and those of the other mode */
export const getOwnEndpoint = async (caller: Caller, id: string, db?: Queryable): Promise<EndpointRow> => {
  const [endpoint] = await query<EndpointRow>(
    `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoint WHERE ${OWN}`,
    ownValues(caller, id),
    db,
  )
  if (!endpoint) throw new Problem("not_found")
  return endpoint
}
