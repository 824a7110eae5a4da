import { z } from "zod"
import { createEndpoint } from "@/features/webhook-endpoints/create-endpoint"
import { deleteEndpoint } from "@/features/webhook-endpoints/delete-endpoint"
import { toEndpoint } from "@/features/webhook-endpoints/endpoint-row"
import { listDeletedEndpoints, listEndpoints } from "@/features/webhook-endpoints/list-endpoints"
import { getOwnEndpoint } from "@/features/webhook-endpoints/own-endpoint"
import { rotateSecret } from "@/features/webhook-endpoints/rotate-secret"
import {
  CreateEndpoint,
  DeletedEndpoint,
  TestResult,
  UpdateEndpoint,
  WebhookEndpoint,
  WebhookEndpointSecret,
} from "@/features/webhook-endpoints/schema"
import { testEndpoint } from "@/features/webhook-endpoints/test-endpoint"
import { updateEndpoint } from "@/features/webhook-endpoints/update-endpoint"
import { portal, portalRecent, requires, router } from "@/trpc/procedures"
import { list, listed, one, paging } from "@/trpc/wire"

const TAG = "Webhooks"
const endpoint = z.object({ id: z.string().describe("The endpoint's id.") })

export const webhookEndpoints = router({
  list: requires("webhooks.manage")
    .meta({
      rest: {
        method: "GET",
        path: "/webhook-endpoints",
        operationId: "listWebhookEndpoints",
        tag: TAG,
        summary: "Endpoints, newest first",
        description: "Those of the credential's mode: a test key manages endpoints for test events.",
      },
    })
    .input(z.object(paging()))
    .output(list(WebhookEndpoint))
    .query(async ({ ctx, input }) => listed(ctx, input, await listEndpoints(ctx.caller, input), toEndpoint)),

  create: requires("webhooks.manage", { recent: true })
    .meta({
      rest: {
        method: "POST",
        path: "/webhook-endpoints",
        operationId: "createWebhookEndpoint",
        tag: TAG,
        summary: "Add an endpoint",
        description:
          "It gets the events of the credential's mode. The signing secret is in this answer and in no other. An account has at most 20 endpoints in a mode.",
        problems: ["email_not_verified", "invalid_state"],
        status: 201,
        idempotent: true,
      },
    })
    .input(CreateEndpoint)
    .output(one(WebhookEndpointSecret))
    .mutation(async ({ ctx, input }) => ({
      data: await createEndpoint(ctx, ctx.caller.livemode, input, await ctx.idempotency()),
    })),

  get: requires("webhooks.manage")
    .meta({
      rest: {
        method: "GET",
        path: "/webhook-endpoints/{id}",
        operationId: "getWebhookEndpoint",
        tag: TAG,
        summary: "One endpoint",
      },
    })
    .input(endpoint)
    .output(one(WebhookEndpoint))
    .query(async ({ ctx, input }) => ({ data: toEndpoint(await getOwnEndpoint(ctx.caller, input.id)) })),

  update: requires("webhooks.manage")
    .meta({
      rest: {
        method: "PATCH",
        path: "/webhook-endpoints/{id}",
        operationId: "updateWebhookEndpoint",
        tag: TAG,
        summary: "Change, pause or resume an endpoint",
        description:
          "What is not named stays as it is. Enabling an endpoint that was disabled lets it start afresh, and what waited for it goes at once.",
      },
    })
    .input(UpdateEndpoint)
    .output(one(WebhookEndpoint))
    .mutation(async ({ ctx, input }) => ({ data: toEndpoint(await updateEndpoint(ctx, input)) })),

  delete: requires("webhooks.manage")
    .meta({
      rest: {
        method: "DELETE",
        path: "/webhook-endpoints/{id}",
        operationId: "deleteWebhookEndpoint",
        tag: TAG,
        summary: "Delete an endpoint",
        description:
          "Nothing more is sent to it, what still waited for it neither. Its deliveries stay readable in the portal.",
        status: 204,
      },
    })
    .input(endpoint)
    .mutation(({ ctx, input }) => deleteEndpoint(ctx, input.id)),

  rotateSecret: requires("webhooks.manage", { recent: true })
    .meta({
      rest: {
        method: "POST",
        path: "/webhook-endpoints/{id}/rotate-secret",
        operationId: "rotateWebhookEndpointSecret",
        tag: TAG,
        summary: "Give an endpoint a new secret",
        description:
          "For 24 hours each delivery is signed with the old secret as well, so that none is refused while you change it.",
        idempotent: true,
      },
    })
    .input(endpoint)
    .output(one(WebhookEndpointSecret))
    .mutation(async ({ ctx, input }) => ({ data: await rotateSecret(ctx, input.id, await ctx.idempotency()) })),

  test: requires("webhooks.manage")
    .meta({
      rest: {
        method: "POST",
        path: "/webhook-endpoints/{id}/test",
        operationId: "testWebhookEndpoint",
        tag: TAG,
        summary: "Send a ping, and see the answer",
        description:
          "Sends an event of type ping at once, even to an endpoint that is paused or disabled, and waits for the answer, 15 seconds at most. It is not tried again and counts for nothing.",
      },
    })
    .input(endpoint)
    .output(one(TestResult))
    .mutation(async ({ ctx, input }) => ({ data: await testEndpoint(ctx.caller, input.id) })),
})

/** In the portal a person works in both modes. */
export const portalWebhookEndpoints = router({
  create: portalRecent
    .input(CreateEndpoint.extend({ livemode: z.boolean() }))
    .output(one(WebhookEndpointSecret))
    .mutation(async ({ ctx, input: { livemode, ...input } }) => ({
      data: await createEndpoint(ctx, livemode, input, null),
    })),
  deleted: portal
    .output(z.object({ data: z.array(DeletedEndpoint) }))
    .query(async ({ ctx }) => ({ data: await listDeletedEndpoints(ctx.caller) })),
})
