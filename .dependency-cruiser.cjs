/**
 * The dependency rules: each folder may import itself and the folders listed for it, nothing else of src/.
 *
 *   domain <- platform <- { http <- auth, sandbox } <- trpc <- webhooks <- orders <- { features/*, oauth } <- api <- docs <- app and server.ts
 *   the worker and the commands are beside app
 *   sdk, the client that developers download, imports nothing of the rest
 */
const MAY_IMPORT = {
  domain: [],
  platform: ["domain"],
  http: ["domain", "platform"],
  auth: ["domain", "platform", "http"],
  sandbox: ["domain", "platform"],
  trpc: ["domain", "platform", "http", "auth", "sandbox"],
  webhooks: ["domain", "platform", "http", "auth", "sandbox", "trpc"],
  orders: ["domain", "platform", "sandbox", "trpc", "webhooks"],
  features: ["domain", "platform", "http", "auth", "sandbox", "trpc", "orders", "webhooks"],
  oauth: ["domain", "platform", "http", "auth", "trpc", "i18n"],
  api: ["domain", "platform", "http", "auth", "sandbox", "trpc", "orders", "webhooks", "features", "oauth", "i18n"],
  docs: ["domain", "platform", "http", "api", "i18n"],
  sdk: [],
  worker: ["domain", "platform", "http", "auth", "sandbox", "trpc", "orders", "webhooks", "features", "oauth", "i18n"],
  i18n: ["domain"],
  ui: ["domain", "i18n"],
  app: [
    "domain",
    "platform",
    "http",
    "auth",
    "trpc",
    "orders",
    "webhooks",
    "features",
    "oauth",
    "api",
    "docs",
    "ui",
    "i18n",
  ],
}

const TEST = "(\\.test\\.tsx?$|^src/testing/)"

const folderRules = Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
  name: `${folder}-imports-only-what-it-may`,
  comment:
    allowed.length > 0
      ? `src/${folder} may import ${allowed.join(", ")} and itself`
      : `src/${folder} may import itself only`,
  severity: "error",
  from: { path: `^src/${folder}/`, pathNot: TEST },
  to: {
    path: "^src/",
    pathNot: `^src/(${[folder, ...allowed].join("|")})/`,
    // The portal's pages know the API by its type: an import of a type leaves nothing in the browser.
    ...(folder === "ui" && { dependencyTypesNot: ["type-only"] }),
  },
}))

module.exports = {
  forbidden: [
    ...folderRules,
    {
      name: "domain-is-pure",
      comment: "src/domain does no I/O",
      severity: "error",
      from: { path: "^src/domain/", pathNot: TEST },
      to: {
        dependencyTypes: ["core"],
        path: "^(node:)?(fs|net|http|https|http2|child_process|dns|tls|dgram|worker_threads|cluster)(/|$)",
      },
    },
    {
      name: "no-feature-imports-another",
      comment: "what two features need belongs below them",
      severity: "error",
      from: { path: "^src/features/([^/]+)/", pathNot: TEST },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "verb-files-know-no-transport",
      comment: "a feature's files but router.ts and schema.ts import no tRPC, Next or React",
      severity: "error",
      from: { path: "^src/(features/[^/]+|webhooks/[^/]+|orders)/", pathNot: ["/(router|schema)\\.ts$", TEST] },
      to: {
        path: [
          "^src/trpc/(init|procedures|context)\\.ts$",
          "node_modules/(@trpc|next|next-auth|next-intl|react|react-dom)/",
        ],
      },
    },
    {
      name: "oauth-is-framework-free",
      comment: "of src/oauth only router.ts, which the pages call, knows tRPC; none of it knows Next or React",
      severity: "error",
      from: { path: "^src/oauth/", pathNot: ["^src/oauth/router\\.ts$", TEST] },
      to: {
        path: [
          "^src/trpc/(init|procedures|context)\\.ts$",
          "node_modules/(@trpc|next|next-auth|next-intl|react|react-dom)/",
        ],
      },
    },
    {
      name: "pages-know-no-database",
      comment: "src/app and src/ui must not import Prisma, pg or src/platform/db",
      severity: "error",
      from: { path: "^src/(app|ui|i18n)/", pathNot: TEST },
      to: { path: ["^src/platform/(db|prisma)/", "node_modules/(@prisma|prisma|pg)/"] },
    },
    {
      name: "only-platform-opens-the-database",
      comment: "the pool and the Prisma client come from src/platform/db",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/(platform|commands|worker)/", TEST] },
      to: { path: "node_modules/(@prisma|prisma|pg)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "nothing-imports-the-commands",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/commands/", TEST] },
      to: { path: "^src/commands/" },
    },
    {
      name: "nothing-imports-the-entries",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/(server|worker)\\.ts$" },
    },
    {
      name: "no-cycle",
      severity: "error",
      from: { pathNot: "^src/platform/prisma/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"], pathNot: "^src/platform/prisma/" } },
    },
    {
      name: "no-orphan",
      comment: "a file that nothing imports and that imports nothing is dead",
      severity: "error",
      from: {
        orphan: true,
        pathNot: ["\\.d\\.ts$", "^src/(server|worker|proxy|instrumentation)\\.ts$", "^src/app/", TEST],
      },
      to: {},
    },
    {
      name: "not-to-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "not-to-tests",
      severity: "error",
      // Of the commands, the dispatcher alone starts the tests and takes the pictures.
      from: { pathNot: [TEST, "^src/commands/dispatch\\.mjs$"] },
      to: { path: TEST },
    },
  ],
  options: {
    exclude: { path: "\\.css$" },
    doNotFollow: { path: ["node_modules", "^src/platform/prisma/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
}
