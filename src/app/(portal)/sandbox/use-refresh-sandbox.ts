import { trpc } from "@/ui/trpc"

/** Returns a function that reloads everything after a change, since all pages of the mode show the sandbox. */
export function useRefreshSandbox(): () => void {
  const utils = trpc.useUtils()
  return () => void utils.invalidate()
}
