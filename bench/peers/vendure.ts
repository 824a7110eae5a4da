import type { Request } from "autocannon"
import { PAGE, type Peer } from "./peer"

const graphql = (query: string, variables: Record<string, unknown>): Request => ({
  method: "POST",
  path: "/shop-api",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query, variables }),
})

const FOUND =
  "totalItems items { productId slug productName description currencyCode inStock productAsset { preview } priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } } }"
const BROWSE = `query ($skip: Int!) { search(input: { groupByProduct: true, take: ${PAGE}, skip: $skip }) { ${FOUND} } }`
const PRODUCTS = `query ($skip: Int!) { products(options: { take: ${PAGE}, skip: $skip }) { totalItems items { id slug name description featuredAsset { preview } variants { id priceWithTax currencyCode stockLevel } } } }`
const PRODUCT =
  "query ($slug: String!) { product(slug: $slug) { id slug name description assets { id preview width height } facetValues { code name facet { code } } variants { id sku name priceWithTax currencyCode stockLevel } } }"
const SEARCH = `query ($term: String!) { search(input: { term: $term, groupByProduct: true, take: ${PAGE} }) { ${FOUND} } }`

interface Answer {
  data: { search: { totalItems: number }; products: { totalItems: number }; product: { slug: string } }
}

const data = (answer: unknown): Answer["data"] => (answer as Answer).data

export const vendure: Peer = {
  name: "vendure",
  package: "@vendure/core",
  load: (file) => [["load.mjs", file], ["index.mjs"]],
  serve: () => ["serve.mjs"],
  env: {},
  ask: ({ pages, slugs, word }) => [
    {
      kind: "list",
      path: "{ search }, grouped by product",
      requests: pages.map((page) => graphql(BROWSE, { skip: (page - 1) * PAGE })),
      says: (answer) => data(answer).search.totalItems,
    },
    {
      kind: "list",
      path: "{ products }",
      requests: pages.map((page) => graphql(PRODUCTS, { skip: (page - 1) * PAGE })),
      says: (answer) => data(answer).products.totalItems,
    },
    {
      kind: "product",
      path: "{ product(slug) }",
      requests: slugs.map((slug) => graphql(PRODUCT, { slug })),
      says: (answer) => data(answer).product.slug,
    },
    {
      kind: "search",
      path: "{ search(term) }, grouped by product",
      requests: [graphql(SEARCH, { term: word })],
      says: (answer) => data(answer).search.totalItems,
    },
  ],
}
