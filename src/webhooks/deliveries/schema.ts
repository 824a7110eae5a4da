import { z } from "zod"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"
import { pageParameters, timestamp } from "@/trpc/wire"

export const DELIVERY_STATUSES = ["delivered", "pending", "failed"] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const DELIVERED_TYPES = [...WEBHOOK_EVENTS, "ping"] as const

export const Delivery = z.object({
  id: z.string(),
  event_id: z.string(),
  event_type: z.enum(DELIVERED_TYPES),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  /** Status of the last attempt's response; null before the first attempt or without a response. */
  last_status_code: z.int().nullable(),
  last_attempt_at: timestamp.nullable(),
  next_attempt_at: timestamp.nullable(),
  created_at: timestamp,
})

export type Delivery = z.output<typeof Delivery>

export const EventDelivery = Delivery.extend({ endpoint: z.object({ id: z.string(), url: z.string() }) })

export type EventDelivery = z.output<typeof EventDelivery>

const headers = z.record(z.string(), z.string())

export const Attempt = z.object({
  number: z.int(),
  trigger: z.enum(["schedule", "redelivery", "test"]),
  url: z.string(),
  request_headers: headers,
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  response_headers: headers.nullable(),
  response_body: z.string().nullable(),
  duration_ms: z.int(),
  created_at: timestamp,
})

export type Attempt = z.output<typeof Attempt>

export const DeliveryDetail = Delivery.extend({
  /**
   * The body of each attempt; null if the event has expired, or if the reader does not handle the store's orders now.
   */
  body: z.string().nullable(),
  /** Newest first. */
  history: z.array(Attempt),
})

export type DeliveryDetail = z.output<typeof DeliveryDetail>

const moment = timestamp.transform((at) => new Date(at))

export const DeliveryFilter = z.object({
  endpoint: z.string(),
  status: z.enum(DELIVERY_STATUSES).optional(),
  type: z.enum(DELIVERED_TYPES).optional(),
  since: moment.optional(),
  until: moment.optional(),
})

export type DeliveryFilter = z.output<typeof DeliveryFilter>

export const ListDeliveries = DeliveryFilter.extend(pageParameters())

/** The last delivery of the previous page. */
export const Cursor = z.object({ id: z.string(), created_at: moment })

export const ExportDeliveries = DeliveryFilter.extend({ after: Cursor.optional() })

export const FailedSince = z.object({ endpoint: z.string(), since: moment })
