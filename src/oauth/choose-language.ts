import type { Locale } from "@/domain/locale"
import { isOauthScope } from "@/domain/scope"
import { localeCookie } from "@/i18n/locale-cookie"
import {
  type FormState,
  consentPath,
  findInteraction,
  saveFormState,
  interactionSignInPath,
} from "@/oauth/interactions"
import { saveSignInState } from "@/oauth/sign-in"

/** The state of the form whose page changes its language; it contains no secret. */
type CurrentForm =
  | { page: "sign_in"; email: string }
  | { page: "second_step" }
  | { page: "consent"; scopes: readonly string[] }

/**
 * Changes the language of an interaction's pages, whatever the client requested, and keeps the form's state. @returns
 * the page's path
 */
export async function chooseLanguage(
  id: string,
  locale: Locale,
  form: CurrentForm,
  { cookies, setCookie }: { cookies: string | null; setCookie: (header: string) => void },
): Promise<string> {
  const interaction = await findInteraction(cookies, id)
  if (form.page === "consent") await saveFormState(interaction, { ticked: form.scopes.filter(isOauthScope) }, locale)
  else {
    const formState: FormState =
      form.page === "sign_in" ? { email: form.email } : { email: interaction.formState.email ?? "", step: true }
    await saveSignInState(interaction, formState, locale)
  }
  // The portal uses this choice too.
  setCookie(localeCookie(locale))
  return form.page === "consent" ? consentPath(id) : interactionSignInPath(id)
}
