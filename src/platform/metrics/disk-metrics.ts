// SQL: PostgreSQL's own function tells the size.

import { Gauge, type Registry } from "prom-client"
import { databaseDiskSpace } from "@/platform/disk/disk-space"
import { createMetricQuery } from "@/platform/metrics/queue-metrics"

/** Measures the database and its disk. All processes report the same values, so they are not summed. */
export function measureDisk(registry: Registry): void {
  const common = { registers: [registry], aggregator: "max" as const }
  new Gauge({
    ...common,
    name: "haat_disk_free_bytes",
    help: "Free space on the disk of the database, if it is on this machine.",
    async collect() {
      const space = await databaseDiskSpace()
      if (space) this.set(space.freeBytes)
      else this.remove()
    },
  })
  const size = createMetricQuery("SELECT pg_database_size(current_database())::float8 AS bytes")
  new Gauge({
    ...common,
    name: "haat_database_size_bytes",
    help: "Size of the database on its disk.",
    async collect() {
      const row = await size()
      if (row) this.set(row.bytes ?? 0)
      else this.remove()
    },
  })
}
