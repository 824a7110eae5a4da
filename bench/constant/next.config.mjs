import { fileURLToPath } from "node:url"

/** @type {import("next").NextConfig} A Next app of one route that always answers the same: the floor of the Next lane. */
const config = { poweredByHeader: false, turbopack: { root: fileURLToPath(new URL("../..", import.meta.url)) } }

export default config
