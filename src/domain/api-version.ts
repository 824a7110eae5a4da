/** The version that the status endpoint reports and every response echoes (API-SPEC, Versioning). */
export const API_VERSION = "2026-05-01"
