import { PHASE_PRODUCTION_SERVER } from "next/constants.js"

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // Static pages link to the compiled style sheet, which Next otherwise provides only to pages with its own layout.
  turbopack: {
    rules: {
      "**/src/app/static/static-page.css": { loaders: ["./src/app/static/stylesheet-loader.cjs"], type: "text" },
    },
  },
  reactStrictMode: true,
  // Our server compresses, with Brotli as well. In front of `next start`, the proxy does.
  compress: false,
  // A server loads every page at its start, so that no reader waits for it. Most test servers show few pages.
  experimental: { preloadEntriesOnStart: process.env.HAAT_PRELOAD_PAGES !== "off" },
  // A trailing slash under /v1 is a JSON 404, so Next must not redirect it away first.
  skipTrailingSlashRedirect: true,
  // The tests check types; a build only builds.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "@prisma/client",
    "graphile-worker",
    "nodemailer",
    "pg",
    "pino",
  ],
  // Pictures are served unchanged: the optimizer would let clients request expensive resizing.
  images: { unoptimized: true },
  // The link of npm start contains a secret, which development mode would log with each request.
  logging: { incomingRequests: { ignore: [/^\/dev\/mailbox\/open/] } },
  // Each page of the documentation is also available as Markdown, and the changelog as a feed.
  rewrites: async () => [
    { source: "/docs/changelog.atom", destination: "/docs-feed" },
    { source: "/docs.md", destination: "/docs-markdown" },
    { source: "/docs/:path(.+)\\.md", destination: "/docs-markdown/:path" },
  ],
  // Where test orders were placed before the sandbox had a page, and apps were edited before they had tabs.
  redirects: async () => [
    { source: "/changelog", destination: "/docs/changelog", permanent: true },
    { source: "/store/sandbox", destination: "/sandbox", permanent: true },
    { source: "/apps/:client_id/edit", destination: "/apps/:client_id/settings", permanent: true },
  ],
  headers: async () => [
    { source: "/pictures/:path*", headers: [{ key: "Cache-Control", value: "public, max-age=604800" }] },
    { source: "/fonts/:path*", headers: [{ key: "Cache-Control", value: "public, max-age=604800" }] },
    {
      source: "/((?!v1/|oauth/).*)",
      headers: [
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "X-Frame-Options", value: "DENY" },
        { key: "Referrer-Policy", value: "same-origin" },
        { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=()" },
      ],
    },
  ],
}

/**
 * The plugin changes the build alone. A server that is already built starts without it: it loads a compiler.
 * @param {string} phase
 */
export default async function configure(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return config
  const { default: createNextIntlPlugin } = await import("next-intl/plugin")
  const withNextIntl = createNextIntlPlugin({
    requestConfig: "./src/app/messages-request.ts",
    // The build compiles messages, so that the browser needs no parser for them.
    experimental: { messages: { path: "./src/i18n/messages", locales: "infer", format: "json", precompile: true } },
  })
  return withNextIntl(config)
}
