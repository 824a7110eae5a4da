const { defineSearchIndex, graphConsume, graphSeed, search } = require("@medusajs/framework/utils")

// The index that a new project has, as the release notes of 2.21.1 give it, with what /store/search narrows by.
const source = {
  fields: [
    "id",
    "title",
    "subtitle",
    "description",
    "handle",
    "thumbnail",
    "status",
    "sales_channels.id",
    "categories.id",
    "categories.name",
    "categories.handle",
  ],
}

module.exports = defineSearchIndex({
  name: "product",
  entity: "product",
  fields: search.define({
    id: search.keyword().filterable(),
    title: search.text().searchable({ weight: 3 }),
    subtitle: search.text().searchable(),
    description: search.text().searchable(),
    handle: search.keyword().filterable(),
    thumbnail: search.keyword(),
    status: search.keyword().filterable(),
    categories: search
      .object({
        id: search.keyword().filterable(),
        name: search.keyword().searchable().facetable(),
        handle: search.keyword().filterable(),
      })
      .array(),
  }),
  events: ["product.created", "product.updated", "product.deleted"],
  consume: graphConsume(source),
  seed: graphSeed(source),
})
