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
type RegistrationRequest = Awaited<ReturnType<typeof api.security.beginPasskey.mutate>>

/** Asks for any passkey of this site; null if the person declined or the browser has none. */
export async function authenticateWithPasskey(): Promise<AuthenticationResponse | null> {
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
 * @param begin asks the portal for the registration's options
 * @returns null if the person declined or the browser created none
 */
export async function createPasskey(begin: () => Promise<RegistrationRequest>): Promise<Registration | null> {
  if (!browserSupportsWebAuthn()) return null
  const optionsJSON = (await begin()) as PublicKeyCredentialCreationOptionsJSON
  try {
    return (await startRegistration({ optionsJSON })) as Registration
  } catch {
    return null
  }
}
