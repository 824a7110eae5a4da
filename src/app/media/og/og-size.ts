/** Pixels of the pictures that links are shown with. */
export const OG_SIZE = { width: 1200, height: 630 }
