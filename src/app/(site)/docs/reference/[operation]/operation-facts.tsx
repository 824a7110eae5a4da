import Link from "next/link"
import { useTranslations } from "next-intl"
import type { Operation } from "@/docs/operations"

/** An operation's requirements: credential, scope, limit, and whether it is idempotent. */
export function OperationFacts({ operation: { scope, live, sandbox, idempotent } }: { operation: Operation }) {
  const t = useTranslations("Docs")
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-sm">
      <dt className="text-muted">{t("credential")}</dt>
      <dd>
        {scope === null
          ? t("credential_none")
          : scope === "webhooks.manage"
            ? t("credential_key")
            : sandbox
              ? t("credential_test")
              : live
                ? t("credential_live")
                : t("credential_any")}
      </dd>
      {scope !== null && (
        <>
          <dt className="text-muted">{t("scope")}</dt>
          <dd>
            <code lang="en" className="font-mono text-xs">
              {scope}
            </code>
          </dd>
        </>
      )}
      <dt className="text-muted">{t("limit")}</dt>
      <dd>
        <Link href="/docs/guides/limits" prefetch={false} className="link">
          {scope === null
            ? t("limit_address")
            : sandbox
              ? t("limit_test")
              : live
                ? t("limit_live")
                : t("limit_credential")}
        </Link>
      </dd>
      {idempotent && (
        <>
          <dt className="text-muted">{t("retry")}</dt>
          <dd>{t("retry_idempotent")}</dd>
        </>
      )}
    </dl>
  )
}
