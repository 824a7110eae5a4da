import { query } from "@/platform/db"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The logo of a version, a PNG; null when there is none. The id is not to be guessed, and logos are made to be shown. */
export const getLogo = async (versionId: string): Promise<Buffer | null> => {
  if (!UUID.test(versionId)) return null
  const [row] = await query<{ logo: Buffer | null }>(
    "SELECT v.logo FROM oauth_app_version v JOIN oauth_app a ON a.id = v.app_id WHERE v.id = $1 AND a.deleted_at IS NULL",
    [versionId],
  )
  return row?.logo ?? null
}
