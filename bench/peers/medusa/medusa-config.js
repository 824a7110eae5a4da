const { defineConfig } = require("@medusajs/framework/utils")

// The defaults of a new project: everything in memory that may be, no Redis, the Search Module on PostgreSQL. Its admin pages are left out.
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: "http://localhost",
      adminCors: "http://localhost",
      authCors: "http://localhost",
      jwtSecret: "bench",
      cookieSecret: "bench",
    },
  },
  admin: { disable: true },
})
