import { defineConfig } from "prisma/config"

// Prisma's CLI looks for a schema engine before any command and would download one. Migrations are plain SQL, applied
// by prisma/migrate.ts, so no command runs the engine: naming any executable keeps the CLI off the network.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({ schema: "prisma/schema.prisma", migrations: { path: "prisma/migrations" } })
