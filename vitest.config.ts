import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { Sequencer } from "./src/testing/setup/vitest-sequencer"

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("src", import.meta.url)) } },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "prisma/**/*.test.ts", "bench/**/*.test.ts"],
    globalSetup: "src/testing/setup/vitest-setup.ts",
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: Sequencer },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    allowOnly: false,
  },
})
