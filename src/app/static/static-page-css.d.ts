/** The compiled style sheet as text; see next.config.mjs. */
declare module "@/app/static/static-page.css" {
  const text: string
  export default text
}
