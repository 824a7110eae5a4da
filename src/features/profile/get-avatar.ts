import { query } from "@/platform/db"

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/

/** An uploaded avatar, a PNG; null when the file names none. */
export const getAvatar = async (file: string): Promise<Buffer | null> => {
  const [, id] = FILE.exec(file) ?? []
  const [row] =
    id === undefined ? [] : await query<{ picture: Buffer }>("SELECT picture FROM avatar WHERE id = $1", [id])
  return row?.picture ?? null
}
