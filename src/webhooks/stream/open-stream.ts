import { type BearerCaller, type Caller, credentialId } from "@/domain/caller"
import { invalid, Problem } from "@/domain/problem"
import { parsePublicId, publicId } from "@/domain/public-id"
import type { BodyStream } from "@/http/message"
import { newUuid } from "@/platform/new-uuid"
import { acquireLease, releaseLeases, STREAMS_PER_CREDENTIAL } from "@/webhooks/stream/connection-lease"
import { FIRST_POSITION, assignPositions, positionOf } from "@/webhooks/stream/event-positions"
import type { StreamStart } from "@/webhooks/stream/event-stream"
import { eventHub, MAX_STREAMS } from "@/webhooks/stream/event-hub"
import { newestEvent, ownersOf } from "@/webhooks/stream/read-events"

/** The Last-Event-ID of a client whose account had no event yet: from the first one on. */
const BEGINNING = "0"
const BUSY_RETRY_SECONDS = 5

interface StreamRequest {
  caller: Caller
  /** The header Last-Event-ID; it goes before `since`. */
  lastEventId: string | null
  since: Date | undefined
  type: string | undefined
  reauthenticate: (() => Promise<BearerCaller | null>) | null
}

/**
 * Opens a stream of the events that GET /v1/events lists for the caller.
 * @throws Problem validation_failed if Last-Event-ID is no event of the last 30 days; rate_limit_exceeded if the
 * credential has the most streams open already; unavailable if the process has, or is stopping
 */
export async function openStream(request: StreamRequest): Promise<BodyStream> {
  const { caller, type = null, reauthenticate } = request
  if (caller.kind === "session" || !reauthenticate) throw new Problem("not_found")
  const hub = eventHub()
  if (hub.stopping || hub.size >= MAX_STREAMS) throw new Problem("unavailable", { retryAfter: BUSY_RETRY_SECONDS })
  const position = await startOf(request)
  const lease = await acquireLease(credentialId(caller))
  if (!lease)
    throw new Problem("rate_limit_exceeded", {
      message: `A credential has at most ${STREAMS_PER_CREDENTIAL} streams open.`,
      retryAfter: BUSY_RETRY_SECONDS,
    })
  return {
    start: (sink) => hub.open(sink, { caller, lease, reauthenticate, type, ...position }),
    cancel: () => releaseLeases([lease]),
  }
}

async function startOf({
  caller,
  lastEventId,
  since,
}: StreamRequest): Promise<Pick<StreamStart, "after" | "from" | "startId">> {
  if (lastEventId !== null && lastEventId !== "") {
    const after = lastEventId === BEGINNING ? FIRST_POSITION : await positionOfPublic(lastEventId)
    if (after === null)
      throw invalid("Last-Event-ID", "not_found", "This is no event of the last 30 days. Begin with `since`.")
    return { after, from: null, startId: lastEventId }
  }
  if (since) return { after: FIRST_POSITION, from: firstUuid(since), startId: null }
  const after = await assignPositions({ wait: true })
  const newest = await newestEvent(ownersOf(caller), after)
  return { after, from: null, startId: newest === null ? BEGINNING : publicId("event", newest) }
}

async function positionOfPublic(id: string): Promise<string | null> {
  const uuid = parsePublicId("event", id)
  return uuid === null ? null : positionOf(uuid)
}

/** The lowest UUIDv7 of a moment. */
function firstUuid(moment: Date): string {
  return `${newUuid(Math.max(0, moment.getTime())).slice(0, 13)}-7000-8000-000000000000`
}
