// Spaces, separators and what has no width.
const UNSEEN = /^[\s\p{Z}\p{Cc}\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe00-\ufe0f\uffa0]*$/u

/** Whether a text has no character that whoever reads it sees. */
export const isUnseen = (text: string): boolean => UNSEEN.test(text)
