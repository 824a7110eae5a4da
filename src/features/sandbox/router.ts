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
const fault = z.object({ id: z.string().describe("The fault's ID.") })

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
          "Returns the marketplace of the account's test credentials: its clock, faults and contents. The sandbox is created on first use.",
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
          "Restores the products and orders of the sandbox's first use, with the same IDs. The clock returns to its epoch. Faults, test events and their deliveries are deleted. Lists return the same responses as on first use, byte for byte. API keys, webhook endpoints and the request log are kept. The Idempotency-Keys used in the sandbox are forgotten, so a script can run again. Only the key of the reset itself is kept.",
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
          "Moves the sandbox's clock forward; otherwise it stands still. Deliveries to the account's test endpoints move with it. Attempts that become due are made one after the other, starting right after the response. Read the endpoint or its deliveries to see their results. `webhook-timestamp` and signatures use the real time, and tokens expire in real time.",
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
          "Lists the active faults, oldest first. If several faults apply to one operation, the oldest takes effect first.",
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
          "Makes the next `times` requests or deliveries fail, wait or misbehave. With `operation`, requests of the account's test credentials return the error or are delayed. With `event`, deliveries to the account's test endpoints are duplicated, sent out of order or delayed. A request that returns a fault's error has no effect. It counts against the rate limit and appears in the request log. Affected responses and deliveries have the header `Haat-Sandbox-Fault` with the fault's ID. Live credentials and other accounts are not affected.",
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
        description: "Returns an active fault. A fault that has taken effect `times` times returns 404.",
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
        description: "Deletes all faults, so that the sandbox works as usual again.",
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
        description: "Deletes a fault, even if it has not taken effect `times` times yet.",
        status: 204,
      },
    })
    .input(fault)
    .output(z.void())
    .mutation(({ ctx, input }) => endFault(ctx.world.id, input.id)),
})
