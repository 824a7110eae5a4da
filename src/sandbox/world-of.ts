import type { Caller } from "@/domain/caller"
import { LIVE_WORLD, type World } from "@/domain/world"
import { openSandbox } from "@/sandbox/open-sandbox"

/**
 * Returns the world that a caller acts in: the live one, or the sandbox of its account.
 * @throws Problem unavailable if the database is down
 */
export async function worldOf({ accountId, livemode }: Pick<Caller, "accountId" | "livemode">): Promise<World> {
  return livemode ? LIVE_WORLD : openSandbox(accountId)
}
