import type { Metadata } from "next"
import Link from "next/link"
import { getTranslations } from "next-intl/server"
import { EditForm } from "@/app/(portal)/apps/[client_id]/edit/edit-form"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

interface EditPageProps {
  params: Promise<{ client_id: string }>
}

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("OauthApps"))("title"),
})

const EditPage = async ({ params }: EditPageProps) => {
  const { client_id } = await params
  await requireVisitor(`/apps/${client_id}/edit`)
  const caller = await portal()
  const [t, { data: app }] = await Promise.all([
    getTranslations("OauthApps"),
    orNotFound(caller.oauthApps.get({ client_id })),
  ])
  const version = app.open ?? app.live
  return (
    <ClientMessages namespaces={["OauthApps", "Oauth", "Problems"]}>
      <Link href={`/apps/${client_id}`} className="link w-fit text-sm">
        {app.name}
      </Link>
      <PageHeading title={t("edit_title", { name: app.name })} />
      {version && <EditForm clientId={client_id} type={app.type} version={version} />}
    </ClientMessages>
  )
}

export default EditPage
