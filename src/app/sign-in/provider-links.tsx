import { useTranslations } from "next-intl"
import { type IdentityProvider, signInWithPath } from "@/domain/identity-provider"
import { withReturnPath } from "@/domain/return-path"
import { buttonClasses } from "@/ui/button-variant"

interface ProviderLinksProps {
  providers: readonly IdentityProvider[]
  /** The page to return to, if the address names one. */
  back: string | null
}

/** Links that sign in, or sign up, with the identity providers that the operator has set up. */
export function ProviderLinks({ providers, back }: ProviderLinksProps) {
  const t = useTranslations("SignIn")
  if (providers.length === 0) return null
  return (
    <ul className="mt-3 grid gap-3">
      {providers.map(({ id, name }) => (
        <li key={id}>
          {/* Not Next's Link, which would fetch the address in advance. */}
          <a href={withReturnPath(signInWithPath(id), back)} className={buttonClasses("secondary", "min-h-11 w-full")}>
            {t("with", { provider: name })}
          </a>
        </li>
      ))}
    </ul>
  )
}
