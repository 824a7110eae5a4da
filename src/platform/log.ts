import pino from "pino"
import { env } from "@/platform/env"
import { once } from "@/platform/once"

/** Structured logs on standard output. Whatever could be a secret is cut out before it is written. */
export const log = once("log", () =>
  pino({
    level: env.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ["authorization", "cookie", "password", "secret", "token", "*.authorization", "*.cookie", "*.password", "*.secret", "*.token"], censor: "[redacted]" },
  }),
)
