/**
 * A plugin for oxlint, which has no rule `no-restricted-syntax` of its own. As in ESLint, each option is a selector of
 * nodes that are reported with a message.
 */
const restrictedSyntax = {
  meta: {
    schema: {
      type: "array",
      items: {
        type: "object",
        properties: { selector: { type: "string" }, message: { type: "string" } },
        required: ["selector", "message"],
        additionalProperties: false,
      },
    },
  },
  create: (context) =>
    Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    ),
}

export default { meta: { name: "haat" }, rules: { "no-restricted-syntax": restrictedSyntax } }
