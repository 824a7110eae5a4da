/** The API version, reported by the status endpoint and in every response (API-SPEC, Versioning). */
export const API_VERSION = "2026-05-01"
