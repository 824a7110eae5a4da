import { resolve } from "node:path"
import { z } from "zod"
import { defaultHost } from "@/domain/host-exposure.mjs"
import { isNetwork } from "@/domain/ip-network"
import { IDENTITY_PROVIDER_VARIABLES, identityProviders, requireCompleteProviders } from "@/platform/identity-providers"

const booleanFlag = z
  .enum(["", "0", "1", "true", "false"])
  .default("")
  .transform((value) => value === "1" || value === "true")

/** Each runner of the worker holds one connection as long as it runs. */
const QUEUE_LISTENERS = 2

const Environment = z
  .object({
    NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    /** "localhost" means both loopback addresses. */
    HOST: z.union([z.ipv4(), z.ipv6(), z.enum(["localhost", ""])]).default(""),
    APP_URL: z.url({ protocol: /^https?$/ }).optional(),
    DATABASE_URL: z.string().optional(),
    /** PostgreSQL's data folder if it is on this machine; its disk is then monitored. */
    DATABASE_DATA_DIR: z.string().optional(),
    DATA_DIR: z.string().default(".data"),
    /**
     * At least 32 characters, equal for all processes of a database. By default DATA_DIR/secret is created and used.
     */
    HAAT_SECRET: z.string().min(32).optional(),
    HAAT_DEMO: booleanFlag,
    /** For session features, where DATABASE_URL points to a transaction-mode pooler. */
    DATABASE_DIRECT_URL: z.string().optional(),
    /** "off" behind a transaction-mode pooler without support for named statements. */
    DATABASE_PREPARED: z.enum(["on", "off"]).default("on"),
    /** A streaming replica for catalogue reads. */
    DATABASE_REPLICA_URL: z.string().optional(),
    /** Maximum age of the replica's data; otherwise the catalogue is read from the primary. */
    REPLICA_MAX_LAG_SECONDS: z.coerce.number().min(0.5).max(60).default(5),
    /** Maximum number of queries that wait for a connection; more are refused. */
    POOL_QUEUE: z.coerce.number().int().min(1).max(100_000).default(2_000),
    POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.string().default("Haat <no-reply@haat.example>"),
    /** Number of trusted proxies in front of the app, for X-Forwarded-For. */
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
    /**
     * CIDR blocks that /v1/internal may be called from, such as "10.0.0.0/8,192.0.2.7". By default this machine only.
     */
    INTERNAL_ALLOWED_NETWORKS: z
      .string()
      .default("")
      .transform((text) =>
        text
          .split(",")
          .map((network) => network.trim())
          .filter(Boolean),
      )
      .refine((networks) => networks.every(isNetwork), "must be IP addresses or CIDR blocks with commas between them"),
    /** Where to report a vulnerability, as mailto: or https:. Without it there is no /.well-known/security.txt. */
    SECURITY_CONTACT: z.url({ protocol: /^(?:https|mailto)$/ }).optional(),
    /**
     * The operator's terms of use and privacy policy, as Markdown files. A translation of terms.md is terms.hi.md or
     * terms.mai.md beside it. Without them the pages are drafts.
     */
    TERMS_FILE: z.string().optional(),
    PRIVACY_FILE: z.string().optional(),
    ...IDENTITY_PROVIDER_VARIABLES,
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    /** Bearer token of GET /metrics; without it the endpoint does not exist. */
    METRICS_TOKEN: z.string().min(16).optional(),
    /** Server processes that share one port. */
    WEB_CONCURRENCY: z.coerce.number().int().min(1).max(128).default(1),
    /** URL of a Redis or Valkey that counts rate limits and broadcasts revocations in place of PostgreSQL. */
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
    /** "off" if workers run as separate processes. */
    WORKER: z.enum(["on", "off"]).default("on"),
    /** Ports that webhook endpoints may use besides 443, such as "8443,4443". */
    WEBHOOK_PORTS: z
      .string()
      .regex(/^(\d{1,5}(,\d{1,5})*)?$/)
      .default(""),
    /**
     * Whether webhook endpoints may be on this machine's loopback interface, also over http. For the demo and tests,
     * never in production.
     */
    WEBHOOK_LOOPBACK: booleanFlag,
    /** DNS servers for the hosts of webhook endpoints, instead of the system's, such as "10.0.0.2,10.0.0.3". */
    WEBHOOK_DNS_SERVERS: z.string().default(""),
  })
  .refine(({ WORKER, POOL_SIZE }) => WORKER === "off" || POOL_SIZE >= QUEUE_LISTENERS + 2, {
    path: ["POOL_SIZE"],
    error: `must be ${QUEUE_LISTENERS + 2} at least where WORKER is on: the queue holds ${QUEUE_LISTENERS} connections to listen`,
  })
  .superRefine(requireCompleteProviders)
  .transform((vars) => ({ ...vars, APP_URL: (vars.APP_URL ?? `http://localhost:${vars.PORT}`).replace(/\/+$/, "") }))
  .transform((vars) => ({
    mode: vars.NODE_ENV,
    port: vars.PORT,
    /** Null: every interface. */
    host: vars.HOST || defaultHost({ appUrl: vars.APP_URL, demo: vars.HAAT_DEMO }),
    /** Without a trailing slash: the issuer, and the base of all URLs. */
    appUrl: vars.APP_URL,
    databaseUrl: vars.DATABASE_URL,
    databaseDataDir: vars.DATABASE_DATA_DIR || null,
    dataDir: resolve(vars.DATA_DIR),
    secret: vars.HAAT_SECRET,
    demo: vars.HAAT_DEMO,
    databaseDirectUrl: vars.DATABASE_DIRECT_URL,
    preparedStatements: vars.DATABASE_PREPARED === "on",
    databaseReplicaUrl: vars.DATABASE_REPLICA_URL,
    replicaMaxLagMs: vars.REPLICA_MAX_LAG_SECONDS * 1000,
    poolQueue: vars.POOL_QUEUE,
    poolSize: vars.POOL_SIZE,
    smtpUrl: vars.SMTP_URL,
    mailFrom: vars.MAIL_FROM,
    trustedProxies: vars.TRUST_PROXY,
    internalNetworks:
      vars.INTERNAL_ALLOWED_NETWORKS.length > 0 ? vars.INTERNAL_ALLOWED_NETWORKS : ["127.0.0.0/8", "::1"],
    securityContact: vars.SECURITY_CONTACT,
    legalFiles: { terms: vars.TERMS_FILE || null, privacy: vars.PRIVACY_FILE || null },
    identityProviders: identityProviders(vars),
    logLevel: vars.LOG_LEVEL,
    metricsToken: vars.METRICS_TOKEN,
    webConcurrency: vars.WEB_CONCURRENCY,
    redisUrl: vars.REDIS_URL,
    worker: vars.WORKER === "on",
    webhookPorts: [443, ...vars.WEBHOOK_PORTS.split(",").filter(Boolean).map(Number)],
    webhookLoopback: vars.WEBHOOK_LOOPBACK,
    webhookDnsServers: vars.WEBHOOK_DNS_SERVERS.split(",").filter(Boolean),
  }))

type Env = z.output<typeof Environment>

function parse(): Env {
  const parsed = Environment.safeParse(process.env)
  if (parsed.success) return parsed.data
  // Values are left out of the message because they may be secrets.
  process.stderr.write(
    `haat: the environment is not right: ${parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")}\n`,
  )
  process.exit(1)
}

/** The environment variables, parsed once. */
export const env: Env = parse()

// next-auth reads its URL only from the environment.
process.env.NEXTAUTH_URL = env.appUrl
