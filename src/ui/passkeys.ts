import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser"
import { api } from "@/ui/api"

// Loaded when somebody uses a passkey, and not before.

type Answer = Awaited<ReturnType<typeof startAuthentication>>
type Registration = Parameters<typeof api.security.addPasskey.mutate>[0]["answer"]

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

/**
 * Makes a passkey for whoever is signed in.
 * @returns what the portal answers; null when the person or the browser made none
 */
export const makePasskey = async (
  name: string,
): Promise<Awaited<ReturnType<typeof api.security.addPasskey.mutate>> | null> => {
  if (!browserSupportsWebAuthn()) return null
  const optionsJSON = (await api.security.beginPasskey.mutate()) as PublicKeyCredentialCreationOptionsJSON
  let answer: Awaited<ReturnType<typeof startRegistration>>
  try {
    answer = await startRegistration({ optionsJSON })
  } catch {
    return null
  }
  return api.security.addPasskey.mutate({ name, answer: answer as Registration })
}
