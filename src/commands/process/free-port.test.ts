import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { expect, test } from "vitest"

const PORTS = 250

test("no port is returned twice by processes that run at the same time", async () => {
  const program = `
    import { freePort } from ${JSON.stringify(new URL("free-port.ts", import.meta.url).href)}
    const ports = []
    for (let count = 0; count < ${PORTS}; count++) ports.push(await freePort())
    process.stdout.write(JSON.stringify(ports))
    process.stdout.end()
    process.stdin.resume()`
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program], {
      stdio: ["pipe", "pipe", "inherit"],
    }),
  )
  const outputs = await Promise.all(children.map(({ stdout }) => text(stdout)))
  for (const child of children) child.stdin.end()
  const ports = outputs.flatMap((output) => JSON.parse(output) as number[])
  expect(new Set(ports).size).toBe(4 * PORTS)
})
