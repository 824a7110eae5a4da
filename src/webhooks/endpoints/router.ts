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
const endpoint = z.object({ id: z.string().describe("The endpoint's id.") })

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
          "Those of the account in the credential's mode: a test key manages endpoints for test events. A token of an app itself manages the app's own endpoints, here and below.",
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
          "It gets the events of the credential's mode. The signing secret is in this response and in no other. An account has at most 20 endpoints in a mode, and so has an app. An app's endpoint gets the events of each account whose consent covers them, until it ends. `orders.read` covers those that begin with order., `seller.orders.read` those that begin with seller.order. Their body has the `account`.",
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
          "An endpoint of the account, in the credential's mode. Its signing secret is not shown. " +
          "Its ETag is strong: send it in If-Match to change the endpoint only as you read it.",
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
          "Fields that you leave out stay as they are. Enabling a disabled endpoint resets its failures, and events that waited for it are sent immediately.",
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
          "Nothing more is sent to it, what still waited for it neither. Its deliveries stay readable in the portal.",
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
          "For 24 hours each delivery is signed with the old secret too, so that none is refused meanwhile. " +
          "If-Match takes the ETag of the endpoint itself.",
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
          "Sends a sample of an event at once, and waits for the answer, 15 seconds at most. The endpoint may be paused, disabled or not subscribed to it. It is not tried again and counts for nothing. The objects in a sample do not exist. The header `haat-test: true` marks it, and no list of events has it.",
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
