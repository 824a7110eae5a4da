const postcss = require("postcss")
const tailwind = require("@tailwindcss/postcss")

/** Compiles a style sheet as Next does by postcss.config.mjs, for an import that wants its text; see next.config.mjs. */
module.exports = function compileStylesheet(source) {
  const done = this.async()
  void postcss([tailwind()])
    .process(source, { from: this.resourcePath, map: false })
    .then(({ css, messages }) => {
      for (const { type, file, dir } of messages) {
        if (type === "dependency") this.addDependency(file)
        if (type === "dir-dependency") this.addContextDependency(dir)
      }
      done(null, css)
    }, done)
}
