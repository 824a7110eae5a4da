"use client"

import type { Mode } from "@/domain/mode"
import { bindDocument } from "@/ui/document-mode"

/** Binds the document to the mode of its frame, before anything in the frame sends a request. */
export function BindDocument({ mode }: { mode: Mode }) {
  bindDocument(mode)
  return null
}
