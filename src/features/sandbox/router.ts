import { z } from "zod"
import { createFault } from "@/features/sandbox/create-fault"
import { endFault, endFaults } from "@/features/sandbox/end-faults"
import { toFault } from "@/features/sandbox/fault-row"
import { getFault, listFaults } from "@/features/sandbox/list-faults"
import { CreateFault, SandboxFault } from "@/features/sandbox/schema"
import { idempotent, requireSandbox, router } from "@/trpc/procedures"
import { dataSchema, listSchema, pageParameters, toPage } from "@/trpc/wire"

const TAG = "Sandbox"
const sandboxProcedure = requireSandbox("sandbox.manage")
const fault = z.object({ id: z.string().describe("The fault's id.") })

/** What drives the sandbox of the caller's account. */
export const sandboxControls = router({
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
        summary: "Make an operation fail or be late",
        description:
          "The next `times` requests of the account's test credentials to this operation get the error, or wait. " +
          "A request that gets an error has no effect, counts against the limit and is in the log, and its response carries the header `Haat-Sandbox-Fault` with the fault's id. " +
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
        summary: "End all faults",
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
        summary: "End a fault",
        description: "It takes no effect any more, however often it still would have.",
        status: 204,
      },
    })
    .input(fault)
    .output(z.void())
    .mutation(({ ctx, input }) => endFault(ctx.world.id, input.id)),
})
