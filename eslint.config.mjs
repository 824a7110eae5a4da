import next from "@next/eslint-plugin-next"
import hooks from "eslint-plugin-react-hooks"
import { defineConfig, globalIgnores } from "eslint/config"
import tseslint from "typescript-eslint"

const noEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message:
    "Only src/platform/env.ts, src/server.ts and src/commands/ read the environment; import env from @/platform/env.",
}
const noPrismaTransaction = {
  selector: "CallExpression[callee.property.name='$transaction']",
  message: "Use prismaTransaction from @/platform/db: it bounds the waits for locks and the transaction's length.",
}
const noSharedInstanceof = {
  selector:
    "BinaryExpression[operator='instanceof'][right.name=/^(Problem|DatabaseUnavailable|DiskFull|UrlRejected|PoolExhausted)$/]",
  message: "The server and Next each have a copy of this class: use isProblem, isUrlRejected or isPoolExhausted.",
}
const noFocus = {
  selector:
    "MemberExpression[object.name=/^(describe|test|it|suite)$/][property.name=/^(only|skip|todo|fixme|fails|fail)$/]",
  message: "A test runs or is deleted.",
}

export default defineConfig(
  globalIgnores([
    "node_modules/",
    "**/.next/",
    "dist/",
    ".data/",
    ".cache/",
    "e2e/.artifacts/",
    "src/platform/prisma/",
    "next-env.d.ts",
  ]),
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/return-await": ["error", "in-try-catch"],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": true, minimumDescriptionLength: 10 }],
      // Interfaces may require promises that an implementation has immediately.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true, allowNullish: true },
      ],
      "no-restricted-syntax": ["error", noEnvironment, noPrismaTransaction, noSharedInstanceof, noFocus],
      "no-console": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    files: ["src/**/*.tsx", "src/ui/**/*.ts"],
    extends: [hooks.configs.flat.recommended, next.configs["core-web-vitals"]],
    // The rule mistakes the API's URLs for pages.
    rules: { "@next/next/no-html-link-for-pages": "off" },
  },
  {
    files: [
      "src/commands/**",
      "src/platform/env.ts",
      "src/server.ts",
      "src/instrumentation.ts",
      "src/testing/**",
      "**/*.test.{ts,tsx}",
      "e2e/**",
      "bench/**",
      "*.config.ts",
    ],
    rules: { "no-restricted-syntax": ["error", noPrismaTransaction, noFocus] },
  },
  {
    files: ["src/commands/**", "bench/**", "prisma/seed/**"],
    rules: { "no-console": "off" },
  },
  {
    files: ["**/*.{mjs,cjs}"],
    rules: { "no-undef": "off", "no-unused-vars": ["error", { argsIgnorePattern: "^_" }], eqeqeq: ["error", "always"] },
  },
)
