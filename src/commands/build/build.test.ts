import { expect, test } from "vitest"
import { isOutsideBuild } from "./build"

test("a change of test and command files does not make the build stale", () => {
  for (const path of [
    "src/testing",
    "src/testing/fixtures/lane.ts",
    "src/api/rest.test.ts",
    "src/platform/prisma",
    "src/commands/start.ts",
  ])
    expect([path, isOutsideBuild(path)]).toEqual([path, true])
  for (const path of [
    "src/api/rest.ts",
    "src/app/page.tsx",
    "src/commands/build/build.ts",
    "src/commands/build/client-package.ts",
    "src/server.ts",
    "public/icon.svg",
    "package.json",
  ])
    expect([path, isOutsideBuild(path)]).toEqual([path, false])
})
