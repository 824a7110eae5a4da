import { generateClient } from "./build/build"
import { runTool } from "./process/run-tool"
import { serverEnv } from "./process/server-env"
import type { Settings } from "./settings.mjs"
import { useDatabase } from "./postgres/use-database"

/** For an emergency: a new signing key at once, and no ID token of an older one is worth anything. @returns what to print */
export async function rollKeys(settings: Settings): Promise<string> {
  await generateClient()
  const kid = await useDatabase(settings, (databaseUrl) =>
    runTool("src/commands/oauth-roll-keys-run.ts", [], {
      nodeOptions: ["--import", "tsx"],
      env: { ...serverEnv(settings, databaseUrl, "production"), LOG_LEVEL: "error" },
    }),
  )
  return `The signing key is now ${kid.trim()}. Running servers use it within five seconds.\n`
}
