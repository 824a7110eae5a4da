import { z } from "zod"
import { createFault } from "@/features/sandbox/create-fault"
import { endFault, endFaults } from "@/features/sandbox/end-faults"
import { toFault } from "@/features/sandbox/fault-row"
import { getFault, listFaults } from "@/features/sandbox/list-faults"
import { getSandbox } from "@/features/sandbox/get-sandbox"
import { moveClock } from "@/features/sandbox/move-clock"
import { resetSandbox } from "@/features/sandbox/reset-sandbox"
import { CreateFault, MoveClock, Sandbox, SandboxFault } from "@/features/sandbox/schema"
import { idempotent, requireSandbox, router } from "@/trpc/procedures"
import { dataSchema, listSchema, pageParameters, toPage } from "@/trpc/wire"

const TAG = "Sandbox"
const sandboxProcedure = requireSandbox("sandbox.manage")
const fault = z.object({ id: z.string().describe("The fault's id.") })

/** What drives the sandbox of the caller's account. */
export const sandboxControls = router({
  get: sandboxProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/sandbox",
        operationId: "getSandbox",
        tags: [TAG],
        summary: "Retrieve the sandbox",
        description:
          "The marketplace of the account's test credentials: its clock, its faults, and what it contains. It is made with its first use.",
      },
    })
    .output(dataSchema(Sandbox))
    .query(async ({ ctx }) => ({ data: await getSandbox(ctx.world) })),

  reset: sandboxProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/sandbox/reset",
        operationId: "resetSandbox",
        tags: [TAG],
        summary: "Reset the sandbox",
        description:
          "Its products and orders are those of its first use, with the same ids. The clock is back at its epoch. Faults, test events and their deliveries are gone. " +
          "Lists return the same responses as then, byte for byte. Keys, webhook endpoints and the request log are the account's, and stay. " +
          "The sandbox's Idempotency-Keys are forgotten, so that a script that runs again acts again. Only the reset's own still replays it.",
        idempotent: true,
      },
    })
    .output(dataSchema(Sandbox))
    .use(idempotent)
    .mutation(async ({ ctx }) => ({ data: await resetSandbox(ctx.world, ctx.idempotency) })),

  moveClock: sandboxProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/sandbox/clock",
        operationId: "moveSandboxClock",
        tags: [TAG],
        summary: "Advance the sandbox's clock",
        description:
          "The clock stands still until it is moved, and only moves forward. Deliveries to the account's test endpoints move with it. Attempts that fall due in the time moved are made, one after the other. " +
          "They begin right after the response; read the endpoint or its deliveries to see how they end. `webhook-timestamp` and the signature of an attempt have the real time, and tokens expire in real time.",
        idempotent: true,
      },
    })
    .input(MoveClock)
    .output(dataSchema(Sandbox))
    .use(idempotent)
    .mutation(async ({ ctx, input }) => ({ data: await moveClock(ctx.world, input, ctx.idempotency) })),

  listFaults: sandboxProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/sandbox/faults",
        operationId: "listSandboxFaults",
        tags: [TAG],
        summary: "List the sandbox's faults",
        description:
          "Those that still take effect, the oldest first. Of faults for one operation the oldest goes first.",
      },
    })
    .input(z.object(pageParameters()))
    .output(listSchema(SandboxFault))
    .query(async ({ ctx, input }) => toPage(input, await listFaults(ctx.world.id, input), toFault)),

  createFault: sandboxProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/sandbox/faults",
        operationId: "createSandboxFault",
        tags: [TAG],
        summary: "Create a fault",
        description:
          "With `operation`, the next `times` requests of the account's test credentials to it get the error, or wait. With `event`, the next `times` deliveries of it to the account's test endpoints are duplicated, overtaken or late. " +
          "A request that gets an error has no effect. It counts against the limit and is in the log. Its response has the header `Haat-Sandbox-Fault` with the fault's id, as such a delivery does. " +
          "Live credentials and other accounts notice nothing.",
        problems: ["invalid_state"],
        status: 201,
        idempotent: true,
      },
    })
    .input(CreateFault)
    .output(dataSchema(SandboxFault))
    .use(idempotent)
    .mutation(async ({ ctx, input }) => ({
      data: await createFault(ctx.world.id, input, ctx.faultProblems, ctx.idempotency),
    })),

  getFault: sandboxProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/sandbox/faults/{id}",
        operationId: "getSandboxFault",
        tags: [TAG],
        summary: "Retrieve a fault",
        description: "A fault that still takes effect. After its last time it is not found any more.",
      },
    })
    .input(fault)
    .output(dataSchema(SandboxFault))
    .query(async ({ ctx, input }) => ({ data: toFault(await getFault(ctx.world.id, input.id)) })),

  deleteFaults: sandboxProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/sandbox/faults",
        operationId: "deleteSandboxFaults",
        tags: [TAG],
        summary: "Delete all faults",
        description: "From now on everything in the sandbox works as usual.",
        status: 204,
      },
    })
    .output(z.void())
    .mutation(({ ctx }) => endFaults(ctx.world.id)),

  deleteFault: sandboxProcedure
    .meta({
      openapi: {
        method: "DELETE",
        path: "/sandbox/faults/{id}",
        operationId: "deleteSandboxFault",
        tags: [TAG],
        summary: "Delete a fault",
        description: "It takes no effect any more, however often it still would have.",
        status: 204,
      },
    })
    .input(fault)
    .output(z.void())
    .mutation(({ ctx, input }) => endFault(ctx.world.id, input.id)),
})
