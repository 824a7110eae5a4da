import { useRouter } from "next/navigation"
import { useTransition } from "react"

/** Asks for the page anew, and tells for how long what was asked for is still on its way. */
export const useRenewal = (): { renewing: boolean; renew: () => void } => {
  const router = useRouter()
  const [renewing, startTransition] = useTransition()
  return { renewing, renew: () => startTransition(() => router.refresh()) }
}
