import { z } from "zod"
import { createEndpoint } from "@/webhooks/endpoints/create-endpoint"
import { deleteEndpoint } from "@/webhooks/endpoints/delete-endpoint"
import { toEndpoint } from "@/webhooks/endpoints/endpoint-row"
import { listDeletedEndpoints, listEndpoints } from "@/webhooks/endpoints/list-endpoints"
import { getOwnEndpoint } from "@/webhooks/endpoints/own-endpoint"
import { rotateSecret } from "@/webhooks/endpoints/rotate-secret"
import {
  CreateEndpoint,
  DeletedEndpoint,
  TestEndpoint,
  TestResult,
  UpdateEndpoint,
  WebhookEndpoint,
  WebhookEndpointSecret,
} from "@/webhooks/endpoints/schema"
import { testEndpoint } from "@/webhooks/endpoints/test-endpoint"
import { updateEndpoint } from "@/webhooks/endpoints/update-endpoint"
import { conditional, idempotent, portalProcedure, requireScope, router } from "@/trpc/procedures"
import { listSchema, toPage, dataSchema, pageParameters } from "@/trpc/wire"

const TAG = "Webhooks"
const endpoint = z.object({ id: z.string().describe("The endpoint's ID.") })

export const webhookEndpoints = router({
  list: requireScope("webhooks.manage", { client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "GET",
        path: "/webhook-endpoints",
        operationId: "listWebhookEndpoints",
        tags: [TAG],
        summary: "List webhook endpoints",
        description:
          "Lists the account's endpoints in the credential's mode. A test key manages endpoints for test events. With its own token, an app manages its own endpoints through all endpoint operations.",
      },
    })
    .input(z.object(pageParameters()))
    .output(listSchema(WebhookEndpoint))
    .query(async ({ ctx, input }) =>
      toPage(input, await listEndpoints(ctx.caller, input), (row) => toEndpoint(row, ctx.caller)),
    ),

  create: requireScope("webhooks.manage", { recentAuth: true, client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "POST",
        path: "/webhook-endpoints",
        operationId: "createWebhookEndpoint",
        tags: [TAG],
        summary: "Create a webhook endpoint",
        description:
          "Creates an endpoint that receives the events of the credential's mode. Only this response contains the signing secret. An account can have 20 endpoints in each mode, and so can an app. An app's endpoint receives the events of every account whose consent covers them. `orders.read` covers the events that begin with `order.`. `seller.orders.read` covers those that begin with `seller.order.`. The body of these events contains the `account`.",
        problems: ["email_not_verified", "invalid_state"],
        status: 201,
        idempotent: true,
      },
    })
    .input(CreateEndpoint)
    .output(dataSchema(WebhookEndpointSecret))
    .use(idempotent)
    .mutation(async ({ ctx, input }) => ({
      data: await createEndpoint(ctx, input, ctx.idempotency),
    })),

  get: requireScope("webhooks.manage", { client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "GET",
        path: "/webhook-endpoints/{id}",
        operationId: "getWebhookEndpoint",
        tags: [TAG],
        summary: "Retrieve a webhook endpoint",
        description:
          "Returns an endpoint of the account in the credential's mode, without its signing secret. The ETag is strong. Send it in If-Match to change the endpoint only if it has not changed since.",
        versioned: true,
      },
    })
    .input(endpoint)
    .output(dataSchema(WebhookEndpoint))
    .query(async ({ ctx, input }) => ({ data: toEndpoint(await getOwnEndpoint(ctx.caller, input.id), ctx.caller) })),

  update: requireScope("webhooks.manage", { client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "PATCH",
        path: "/webhook-endpoints/{id}",
        operationId: "updateWebhookEndpoint",
        tags: [TAG],
        summary: "Update a webhook endpoint",
        description:
          "Changes the fields that you send and keeps the others. Enabling a disabled endpoint resets its failure count and immediately sends its pending events.",
        versioned: true,
        conditional: true,
        idempotent: true,
      },
    })
    .input(UpdateEndpoint)
    .output(dataSchema(WebhookEndpoint))
    .use(idempotent)
    .use(conditional)
    .mutation(async ({ ctx, input }) => ({
      data: await updateEndpoint(ctx, input, ctx.precondition, ctx.idempotency),
    })),

  delete: requireScope("webhooks.manage", { client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "DELETE",
        path: "/webhook-endpoints/{id}",
        operationId: "deleteWebhookEndpoint",
        tags: [TAG],
        summary: "Delete a webhook endpoint",
        description:
          "Deletes the endpoint and cancels its pending deliveries. Past deliveries stay readable in the portal.",
        status: 204,
        conditional: true,
      },
    })
    .input(endpoint)
    .output(z.void())
    .use(conditional)
    .mutation(({ ctx, input }) => deleteEndpoint(ctx, input.id, ctx.precondition)),

  rotateSecret: requireScope("webhooks.manage", { recentAuth: true, client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "POST",
        path: "/webhook-endpoints/{id}/rotate-secret",
        operationId: "rotateWebhookEndpointSecret",
        tags: [TAG],
        summary: "Roll the secret of a webhook endpoint",
        description:
          "Creates a new signing secret. For 24 hours, each delivery is also signed with the old secret, so that no delivery is rejected. If-Match takes the ETag of the endpoint.",
        idempotent: true,
        conditional: true,
      },
    })
    .input(endpoint)
    .output(dataSchema(WebhookEndpointSecret))
    .use(idempotent)
    .use(conditional)
    .mutation(async ({ ctx, input }) => ({
      data: await rotateSecret(ctx, input.id, ctx.idempotency, ctx.precondition),
    })),

  test: requireScope("webhooks.manage", { client: "app.webhooks.manage" })
    .meta({
      openapi: {
        method: "POST",
        path: "/webhook-endpoints/{id}/test",
        operationId: "testWebhookEndpoint",
        tags: [TAG],
        summary: "Send a test event",
        description:
          "Sends a sample event immediately and waits up to 15 seconds for the response. The endpoint can be paused or disabled, or not subscribed to the event. A test is not retried and does not change the failure count. The objects in the sample do not exist. The header `haat-test: true` marks a test event. Event lists do not include it.",
        idempotent: true,
      },
    })
    .input(TestEndpoint)
    .output(dataSchema(TestResult))
    .use(idempotent)
    .mutation(async ({ ctx, input }) => ({
      data: await testEndpoint(ctx.caller, { ...input, sampleOf: ctx.sampleOf }, ctx.idempotency),
    })),
})

/** What the portal alone shows of endpoints. */
export const portalWebhookEndpoints = router({
  deleted: portalProcedure
    .output(z.object({ data: z.array(DeletedEndpoint) }))
    .query(async ({ ctx }) => ({ data: await listDeletedEndpoints(ctx.caller) })),
})
