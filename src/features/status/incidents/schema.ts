import { z } from "zod"
import {
  INCIDENT_BODY_MAX,
  INCIDENT_SEVERITIES,
  INCIDENT_STATUSES,
  INCIDENT_TITLE_MAX,
  type LocalTexts,
  STATUS_COMPONENTS,
} from "@/domain/status"
import { LOCALES } from "@/domain/locale"
import { textSchema, timestamp } from "@/trpc/wire"

/** Texts as they are stored: what is empty is left out. */
const LocalTextsSchema = z.object({
  en: z.string().optional(),
  hi: z.string().optional(),
  mai: z.string().optional(),
})

/** Texts by language, at least one of them. */
function typedTexts(max: number) {
  return z
    .object({ en: textSchema(max).default(""), hi: textSchema(max).default(""), mai: textSchema(max).default("") })
    .transform((typed): LocalTexts => {
      const texts: LocalTexts = {}
      for (const locale of LOCALES) if (typed[locale].trim() !== "") texts[locale] = typed[locale].trim()
      return texts
    })
    .refine((texts) => Object.keys(texts).length > 0, {
      message: "Must have a text in one language",
      params: { code: "required" },
    })
}

const IncidentUpdate = z.object({
  id: z.uuid(),
  status: z.enum(INCIDENT_STATUSES),
  body: LocalTextsSchema,
  created_at: timestamp,
})

export const Incident = z.object({
  id: z.uuid(),
  component: z.enum(STATUS_COMPONENTS),
  severity: z.enum(INCIDENT_SEVERITIES),
  /** That of its last update. */
  status: z.enum(INCIDENT_STATUSES),
  title: LocalTextsSchema,
  started_at: timestamp,
  updated_at: timestamp,
  resolved_at: timestamp.nullable(),
  /** Newest first. */
  updates: z.array(IncidentUpdate),
})
export type Incident = z.output<typeof Incident>

export const OpenIncident = z.object({
  component: z.enum(STATUS_COMPONENTS),
  severity: z.enum(INCIDENT_SEVERITIES),
  title: typedTexts(INCIDENT_TITLE_MAX),
  body: typedTexts(INCIDENT_BODY_MAX),
})
export type OpenIncident = z.output<typeof OpenIncident>

export const UpdateIncident = z.object({
  id: z.uuid(),
  severity: z.enum(INCIDENT_SEVERITIES),
  status: z.enum(INCIDENT_STATUSES),
  body: typedTexts(INCIDENT_BODY_MAX),
})
export type UpdateIncident = z.output<typeof UpdateIncident>

/** A correction of what an incident says; its status and its times stay. */
export const EditIncident = OpenIncident.omit({ body: true }).extend({
  id: z.uuid(),
  /** The updates with a corrected text. */
  updates: z.array(z.object({ id: z.uuid(), body: typedTexts(INCIDENT_BODY_MAX) })).max(1_000),
})
export type EditIncident = z.output<typeof EditIncident>
