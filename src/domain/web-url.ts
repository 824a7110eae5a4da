/** Whether a browser opens this as a page, and does not run it as a script. */
export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
