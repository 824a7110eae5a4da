import { generateClient } from "./build/build"
import { runTool } from "./process/run-tool"
import { serverEnv } from "./process/server-env"
import type { Settings } from "./settings.mjs"
import { withDatabase } from "./postgres/with-database"

/**
 * For an emergency: replaces the signing key immediately and invalidates every ID token signed with an older one.
 * @returns the text to print
 */
export async function rollKeys(settings: Settings): Promise<string> {
  await generateClient()
  const kid = await withDatabase(settings, (databaseUrl) =>
    runTool("src/commands/oauth-roll-keys-run.ts", [], {
      nodeOptions: ["--import", "tsx"],
      env: { ...serverEnv(settings, databaseUrl, "production"), LOG_LEVEL: "error" },
    }),
  )
  return `The signing key is now ${kid.trim()}. Running servers use it within five seconds.\n`
}
