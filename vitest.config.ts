import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig } from "vitest/config"
import { Sequencer, TIMED_FILES, WAITING_FILES } from "./src/testing/setup/vitest-sequencer.ts"

const include = ["src/**/*.test.{ts,tsx}", "prisma/**/*.test.ts", "bench/**/*.test.ts"]

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL("src", import.meta.url)) } },
  test: {
    globalSetup: "src/testing/setup/vitest-setup.ts",
    pool: "forks",
    sequence: { sequencer: Sequencer },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    allowOnly: false,
    projects: [
      { extends: true, test: { name: "timed", include: TIMED_FILES, maxWorkers: 3, sequence: { groupOrder: 2 } } },
      { extends: true, test: { name: "waiting", include: WAITING_FILES, maxWorkers: 3, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          name: "working",
          include,
          exclude: [...configDefaults.exclude, ...TIMED_FILES, ...WAITING_FILES],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
})
