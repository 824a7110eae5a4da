import type { Settings } from "../settings.mjs"

/** The environment of the processes that a command starts. */
export function serverEnv(
  settings: Settings,
  databaseUrl: string,
  mode: "production" | "development",
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: mode,
    PORT: String(settings.port),
    HOST: settings.host ?? "",
    APP_URL: settings.appUrl,
    DATA_DIR: settings.dataDir,
    DATABASE_URL: databaseUrl,
    ...(settings.databaseDataDir !== null && { DATABASE_DATA_DIR: settings.databaseDataDir }),
    NEXT_TELEMETRY_DISABLED: "1",
    HAAT_DEMO: settings.demo ? "1" : "0",
  }
}
