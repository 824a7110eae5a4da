import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  DefaultSearchPlugin,
  LogLevel,
} from "@vendure/core"

/**
 * The configuration that `@vendure/create` writes, without admin pages, emails and the asset server, which no measured
 * request uses.
 */
export const config = {
  apiOptions: { port: Number(process.env.PORT ?? 0), hostname: "127.0.0.1" },
  authOptions: {
    tokenMethod: ["bearer", "cookie"],
    cookieOptions: { secret: "bench" },
    superadminCredentials: { identifier: "bench", password: "bench-only" },
  },
  dbConnectionOptions: {
    type: "postgres",
    url: process.env.DATABASE_URL,
    synchronize: false,
    migrations: [],
    logging: false,
  },
  // Pictures are only URLs: no request reads their files.
  assetOptions: { assetStorageStrategy: { toAbsoluteUrl: (_request, path) => `https://shop.example/assets${path}` } },
  paymentOptions: { paymentMethodHandlers: [] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  plugins: [
    DefaultSchedulerPlugin.init(),
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
  ],
}

/** The configuration that also creates missing tables. */
export const loading = { ...config, dbConnectionOptions: { ...config.dbConnectionOptions, synchronize: true } }
