// Spaces, separators and zero-width characters.
const BLANK = /^[\s\p{Z}\p{Cc}\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]*$/u

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return BLANK.test(text)
}
