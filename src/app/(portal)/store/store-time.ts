import { portal, portalMode } from "@/app/current-account"

/** In the sandbox what its clock shows, which stands still; undefined in live mode. */
export async function sandboxTime(): Promise<Date | undefined> {
  if ((await portalMode()) === "live") return undefined
  return new Date((await (await portal()).sandboxControls.get()).data.clock)
}
