import { fileURLToPath } from "node:url"

/**
 * @type {import("next").NextConfig} A Next app of one route with a constant response, the baseline of the Next lane, and of an empty page, that of bench/lighthouse.mjs.
 */
const config = { poweredByHeader: false, turbopack: { root: fileURLToPath(new URL("../..", import.meta.url)) } }

export default config
