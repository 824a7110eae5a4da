import { browserSupportsWebAuthn, type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from "@simplewebauthn/browser"
import { api } from "@/ui/api"

// Loaded when somebody uses a passkey, and not before.

type Answer = Awaited<ReturnType<typeof startAuthentication>>

/** Asks for any passkey of this site; null when the person or the browser has given none. */
export const askPasskey = async (): Promise<Answer | null> => {
  if (!browserSupportsWebAuthn()) return null
  const optionsJSON = (await api.security.passkeyRequest.mutate()) as PublicKeyCredentialRequestOptionsJSON
  try {
    return await startAuthentication({ optionsJSON })
  } catch {
    // Turned down, timed out, or there is no passkey for this site: browsers do not tell which.
    return null
  }
}
