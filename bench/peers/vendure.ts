import type { Request } from "autocannon"
import { PAGE_SIZE, type Peer } from "./peer"

function graphql(query: string, variables: Record<string, unknown>): Request {
  return {
    method: "POST",
    path: "/shop-api",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  }
}

const SEARCH_FIELDS =
  "totalItems items { productId slug productName description currencyCode inStock productAsset { preview } priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } } }"
const BROWSE_QUERY = `query ($skip: Int!) { search(input: { groupByProduct: true, take: ${PAGE_SIZE}, skip: $skip }) { ${SEARCH_FIELDS} } }`
const PRODUCTS_QUERY = `query ($skip: Int!) { products(options: { take: ${PAGE_SIZE}, skip: $skip }) { totalItems items { id slug name description featuredAsset { preview } variants { id priceWithTax currencyCode stockLevel } } } }`
const PRODUCT_QUERY =
  "query ($slug: String!) { product(slug: $slug) { id slug name description assets { id preview width height } facetValues { code name facet { code } } variants { id sku name priceWithTax currencyCode stockLevel } } }"
const SEARCH_QUERY = `query ($term: String!) { search(input: { term: $term, groupByProduct: true, take: ${PAGE_SIZE} }) { ${SEARCH_FIELDS} } }`

interface ShopApiResponse {
  data: { search: { totalItems: number }; products: { totalItems: number }; product: { slug: string } }
}

function responseData(response: unknown): ShopApiResponse["data"] {
  return (response as ShopApiResponse).data
}

export const vendure: Peer = {
  name: "vendure",
  package: "@vendure/core",
  load: (file) => [["load.mjs", file], ["index.mjs"]],
  serve: () => ["serve.mjs"],
  env: {},
  createRequests: ({ pages, slugs, word }) => [
    {
      kind: "list",
      path: "{ search }, grouped by product",
      requests: pages.map((page) => graphql(BROWSE_QUERY, { skip: (page - 1) * PAGE_SIZE })),
      extract: (response) => responseData(response).search.totalItems,
    },
    {
      kind: "list",
      path: "{ products }",
      requests: pages.map((page) => graphql(PRODUCTS_QUERY, { skip: (page - 1) * PAGE_SIZE })),
      extract: (response) => responseData(response).products.totalItems,
    },
    {
      kind: "product",
      path: "{ product(slug) }",
      requests: slugs.map((slug) => graphql(PRODUCT_QUERY, { slug })),
      extract: (response) => responseData(response).product.slug,
    },
    {
      kind: "search",
      path: "{ search(term) }, grouped by product",
      requests: [graphql(SEARCH_QUERY, { term: word })],
      extract: (response) => responseData(response).search.totalItems,
    },
  ],
}
