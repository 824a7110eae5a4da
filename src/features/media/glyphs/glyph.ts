import type { Tones } from "@/features/media/palette"

/** Draws one thing around the origin, about 520 by 520, standing on y = 230. `seed` (0 to 99) selects variations. */
export type Drawing = (tones: Tones, seed: number) => string
