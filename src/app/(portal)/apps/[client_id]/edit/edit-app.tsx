"use client"

import Link from "next/link"
import { useTranslations } from "next-intl"
import { EditForm } from "@/app/(portal)/apps/[client_id]/edit/edit-form"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

export function EditApp({ clientId }: { clientId: string }) {
  const t = useTranslations("OauthApps")
  const [{ data: app }] = trpc.oauthApps.get.useSuspenseQuery({ client_id: clientId })
  const version = app.open ?? app.live
  return (
    <>
      <Link href={`/apps/${clientId}`} className="link w-fit text-sm">
        {app.name}
      </Link>
      <PageHeading title={t("edit_title", { name: app.name })} />
      {version && <EditForm clientId={clientId} type={app.type} version={version} />}
    </>
  )
}
