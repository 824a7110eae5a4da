/** A marketplace whose rows a caller sees and changes: the live one, or the sandbox of an account. */
export interface World {
  id: string
  livemode: boolean
  /** The world of its categories, brands and search words: its own, or the catalogue that all sandboxes share. */
  catalogueId: string
}

const LIVE_WORLD_ID = "00000000-0000-7000-8000-000000000001"

export const LIVE_WORLD: World = { id: LIVE_WORLD_ID, livemode: true, catalogueId: LIVE_WORLD_ID }

/** The id of the live world in SQL. */
export const LIVE_WORLD_SQL = `'${LIVE_WORLD_ID}'::uuid`

/** The world of the catalogue that all sandboxes share, which nobody changes. */
export const FIXTURE_WORLD_ID = "00000000-0000-7000-8000-000000000002"

/** The worlds whose stores and products a world shows. */
export function shownWorlds({ id, livemode }: World): string[] {
  return livemode ? [id] : [id, FIXTURE_WORLD_ID]
}

/** The store of a sandbox: its only one, so that its id follows from the sandbox's ordinal. */
export function sandboxStoreId(ordinal: number): number {
  return 1_010_000_001 + ordinal * 256
}
