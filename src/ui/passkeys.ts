import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser"
import { api } from "@/ui/api"

// Loaded only when a passkey is used.

type AuthenticationResponse = Awaited<ReturnType<typeof startAuthentication>>
type Registration = Parameters<typeof api.security.addPasskey.mutate>[0]["response"]

/** Asks for any passkey of this site; null if the person declined or the browser has none. */
export const authenticateWithPasskey = async (): Promise<AuthenticationResponse | null> => {
  if (!browserSupportsWebAuthn()) return null
  const optionsJSON = (await api.security.passkeyRequest.mutate()) as PublicKeyCredentialRequestOptionsJSON
  try {
    return await startAuthentication({ optionsJSON })
  } catch {
    // Browsers do not say whether it was declined, timed out, or has no passkey for this site.
    return null
  }
}

/**
 * Creates a passkey for the signed-in account.
 * @returns the portal's response; null if the person declined or the browser created none
 */
export const registerPasskey = async (
  name: string,
): Promise<Awaited<ReturnType<typeof api.security.addPasskey.mutate>> | null> => {
  if (!browserSupportsWebAuthn()) return null
  const optionsJSON = (await api.security.beginPasskey.mutate()) as PublicKeyCredentialCreationOptionsJSON
  let response: Awaited<ReturnType<typeof startRegistration>>
  try {
    response = await startRegistration({ optionsJSON })
  } catch {
    return null
  }
  return api.security.addPasskey.mutate({ name, response: response as Registration })
}
