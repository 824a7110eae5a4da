import { isReference, type Schema } from "@/api/openapi/plain"

/** Schemas that have the fields of another one. */
const LIKE: Record<string, string> = {
  OrderDetail: "Order",
  OrderSnapshot: "OrderDetail",
  ProductDetail: "Product",
  SellerOrderSnapshot: "SellerOrder",
  LoggedRequestDetail: "LoggedRequest",
  WebhookDeliveryDetail: "WebhookDelivery",
  WebhookEndpointSecret: "WebhookEndpoint",
  DisabledEndpoint: "WebhookEndpoint",
  CreateWebhookEndpointRequest: "WebhookEndpoint",
  UpdateWebhookEndpointRequest: "WebhookEndpoint",
  ExpiringKey: "ApiKey",
  WebhookTest: "WebhookAttempt",
}

/** What fields of resources mean whose schema does not say it, by the name of the schema. */
const OF_SCHEMA: Record<string, Record<string, string>> = {
  ApiKey: {
    id: "The key's ID. It is not secret.",
    name: "The name that the account gave the key.",
    status: "Whether the key works.",
    scopes: "What the key may do.",
    expires_at: "When the key stops working.",
  },
  App: {
    key: "Identifies the app; it never changes.",
    name: "The app's name.",
    short_name: "A shorter name, for small screens.",
    description: "What the app is for, in one sentence.",
    url: "The app's URL.",
    installable: "Whether it can be installed as a web app.",
    maintenance: "Whether the app is closed for maintenance.",
    accent_color: "The app's colour, as a CSS hex colour.",
    icon: "The URL of the app's icon.",
  },
  ApproachingLimit: {
    credential: "The key that uses most of its limit.",
    "credential.type": "The kind of credential.",
    "credential.id": "The key's ID.",
    "credential.name": "The key's name.",
    window_seconds: "The length of the window that was measured, in seconds.",
  },
  Category: {
    id: "The category's ID.",
    name: "The category's name.",
    depth: "The number of categories above it; 0 at the top.",
    position: "Its place among the categories of one parent, from 0.",
    is_featured: "Whether the marketplace highlights it.",
    url: "The category's page in the shop.",
  },
  DeliveryAddress: {
    name: "Who receives the parcel.",
    phone: "The recipient's phone number, in E.164 format.",
    line1: "House, street and locality.",
    line2: "More of the address; null if there is none.",
    landmark: "A place nearby; null if there is none.",
    city: "The city, town or village.",
    district: "The district.",
    state: "The state or union territory.",
    pincode: "The postal code, 6 digits.",
    country: "The country, as an ISO 3166-1 alpha-2 code.",
  },
  Deprecation: {
    "callers.type": "Whether a key or an app calls it.",
    "callers.name": "The name of the key or the app.",
  },
  Error: {
    error: "What went wrong.",
    "error.code": "The error's code: branch on it. Every code is explained in the documentation.",
    "error.message": "What went wrong, for developers. Its wording may change.",
    "error.details.param": "The parameter or the field, with dots and brackets for what is inside.",
    "error.details.code": "What is wrong with it.",
    "error.details.message": "What is wrong with it, for developers.",
  },
  Facets: {
    category: "The categories of the products found.",
    brand: "The brands of the products found.",
    price: "The prices of the products found.",
    seller: "The stores that sell the products found.",
    in_stock: "The number of products in stock and out of stock.",
    "in_stock.values.value": "Whether these products are in stock.",
  },
  LoggedRequest: {
    method: "The HTTP method.",
    ip: "The IP address of the client; null if it is no longer stored.",
    user_agent: "The header User-Agent; null if there was none.",
    credential: "The key or the token of the request.",
    "credential.kind": "Whether it is a key or an access token.",
  },
  LowStock: { product: "The product that the variant belongs to." },
  Me: {
    id: "The account's ID.",
    name: "The name of the account's owner.",
    email: "The account's email address.",
    email_verified: "Whether the email address was confirmed.",
    phone_verified: "Whether the phone number was confirmed.",
    locale: "The account's language.",
    avatar_url: "The account's picture; null if there is none.",
  },
  OfferResult: {
    outcome: "Whether the offer was changed, and if not, why.",
    error: "Why the offer was not changed; null if it was.",
  },
  Order: {
    id: "The order's ID.",
    number: "The order's number, as customers see it.",
    status: "The status of the least advanced part that is not cancelled.",
    item_count: "The number of items, each counted as often as it was ordered.",
  },
  OrderDetail: {
    items: "What was ordered.",
    parts: "The order's parts: one for each store.",
    "parts.id": "The ID of the part. The store knows it as its seller order.",
    "parts.number": "The number of the part.",
    "parts.seller": "The store that ships the part.",
    "parts.status": "The status of the part.",
    "parts.item_ids": "The IDs of the items that the store ships.",
    "parts.shipment": "The parcel; null until the part is shipped.",
  },
  OrderItem: {
    id: "The item's ID.",
    product: "The product that was bought.",
    variant_id: "The variant's ID; null if the product has no variants.",
    name: "What the item was called when it was ordered.",
    options: "The options that distinguish the variant.",
    image: "The URL of the item's picture.",
    quantity: "How many were ordered.",
  },
  PageLinks: {
    next: "The URL of the next page; null on the last one.",
    prev: "The URL of the previous page; null on the first one.",
  },
  PageMeta: {
    page: "The number of this page, from 1.",
    per_page: "The maximum number of entries on a page.",
    total: "The number of entries on all pages.",
    last_page: "The number of the last page; 1 if there are no entries.",
  },
  PlaceSandboxOrderRequest: {
    items: "The items to order. All variants must belong to the sandbox's catalogue.",
    "items.quantity": "How many are ordered.",
  },
  Product: {
    id: "The product's ID.",
    name: "The product's name.",
    type: "The kind of product.",
    short_description: "The product in one or two sentences; null if there is none.",
    discount_percent: "How far the price is below the MRP, in whole percent.",
    in_stock: "Whether it can be bought now.",
    rating: "The customers' ratings.",
    "rating.average": "The mean of its ratings, from 1 to 5; 0 if there are none.",
    "rating.count": "The number of its ratings.",
    category: "Its main category; null if it has none.",
    brand: "Its brand; null if it has none.",
    seller: "The store that sells it; null if it is the marketplace itself.",
    "seller.is_official": "Whether the store belongs to the brand or the marketplace.",
    image: "The URL of its main picture.",
    url: "The product's page in the shop.",
    published_at: "When it was first shown; null if that is not known.",
    description: "The description as text, with paragraphs.",
    options: "The options by which its variants differ.",
    "options.name": "The option, such as Size.",
    "options.values": "The values of the option, such as 250 g.",
    images: "Its pictures, the main one first.",
    "images.alt": "What the picture shows, for those who cannot see it.",
    "images.position": "Its place among the pictures, from 0.",
    "images.width": "The width in pixels.",
    "images.height": "The height in pixels.",
    "images.variant_ids": "The variants that it shows; empty for all of them.",
    variants: "The variants that can be bought, at least one.",
    "variants.name": "What the variant is called.",
    "variants.options": "The values that distinguish it.",
    "variants.image_id": "The picture that shows it; null for the main one.",
    "variants.position": "Its place among the variants, from 0.",
  },
  Sandbox: { id: "The sandbox's ID.", counts: "The numbers of objects in the sandbox." },
  SandboxOrder: {
    id: "The order's ID.",
    buyer: "Who placed the order: the account itself or a customer of the sandbox.",
    "seller_orders.id": "The ID of the seller order.",
    "seller_orders.number": "The number of the seller order.",
  },
  SearchMeta: { interpreted: "How the search text was interpreted." },
  SellerOrder: {
    id: "The seller order's ID.",
    number: "The number of the seller order.",
    status: "The status of the seller order.",
    items: "What the store ships.",
    shipped_at: "When the store shipped it; null until then.",
    shipment: "The parcel; null until it is shipped.",
  },
  SellerProduct: { id: "The product's ID.", name: "The product's name." },
  Shipment: {
    courier_name: "The courier that carries the parcel.",
    awb: "The air waybill number, by which the courier tracks the parcel.",
    tracking_url: "Where the parcel can be tracked; null if the courier has no such page.",
    shipped_at: "When it was shipped.",
    delivered_at: "When it was delivered; null until then.",
  },
  ShipmentsMeta: { shipped: "The number of orders that were shipped.", failed: "The number of orders that failed." },
  Status: {
    status: "ok, or degraded if a dependency is down.",
    api_version: "The version of the API.",
    time: "The time of the server.",
  },
  Suggestion: { type: "What is suggested.", name: "The name of the category, brand or product." },
  UpdateSellerOffersRequest: { "offers.sku": "The stock-keeping unit of the variant." },
  WebhookAttempt: {
    number: "The number of the attempt, from 1.",
    delivery_id: "The ID of the delivery.",
    request_headers: "The headers that were sent.",
    response_headers: "The headers of the response; null if there was no response.",
    duration_ms: "How long the attempt took, in milliseconds.",
    created_at: "When the attempt was made.",
  },
  WebhookDelivery: {
    id: "The delivery's ID.",
    event_type: "The type of the event.",
    last_attempt_at: "When the last attempt was made; null before the first.",
  },
  WebhookEndpoint: {
    id: "The endpoint's ID.",
    url: "Where events are sent.",
    description: "What the endpoint is for, in the account's words.",
    events: "The types of events that it receives.",
    "warnings.code": "The kind of problem.",
    "warnings.message": "The problem, for developers.",
  },
}

/** What fields mean that are the same in every schema, by their last name or by their last two. */
const EVERYWHERE: Record<string, string> = {
  "account.id": "The account's ID, as the app knows it.",
  "brand.name": "The brand's name.",
  "category.id": "The category's ID.",
  "category.name": "The category's name.",
  "images.id": "The picture's ID.",
  "images.url": "The URL of the picture.",
  "options.name": "The name of the option, such as Size.",
  "options.value": "The value of the option, such as 250 g.",
  "product.id": "The product's ID.",
  "product.name": "The product's name.",
  "seller.name": "The store's name.",
  "seller.store": "The store's slug.",
  "values.id": "The ID of the value.",
  "values.name": "The name of the value.",
  "values.slug": "The slug to filter by.",
  "values.store": "The store's slug to filter by.",
  "variants.id": "The variant's ID.",
  "error.code": "The error's code: branch on it.",
  "error.message": "What went wrong, for developers. Its wording may change.",
  "details.param": "The parameter or the field that is invalid.",
  "details.code": "What is wrong with it.",
  "details.message": "What is wrong with it, for developers.",
  created_at: "When it was created.",
  updated_at: "When it last changed.",
  placed_at: "When it was ordered.",
  payment_status: "Whether it is paid.",
  currency: "The currency of all amounts.",
  slug: "The name in URLs.",
  sku: "The stock-keeping unit.",
  variant_id: "The variant's ID.",
  discount_percent: "How far the price is below the MRP, in whole percent.",
  in_stock: "Whether it can be bought now.",
  type: "The type of the event.",
  data: "The resource, or the list of resources.",
  meta: "Information about the list or the request.",
}

const ENVELOPE = /(?:List|Response)$/

/** The description of schemas that have none, where a field refers to them. */
const SCHEMAS: Record<string, string> = {
  AppConsent: "What an account allows an app.",
  DeliveryAddress: "Where the parcel goes.",
  PageLinks: "The pages before and after this one.",
  PageMeta: "Which page of the list this is.",
  Ping: "A test of the endpoint.",
  Shipment: "A parcel.",
}

/** Describes the fields of a named schema that have no description. */
export function describeFields(name: string, schema: Schema): Schema {
  if (isReference(schema)) return schema
  const described = describe(name, "", schema)
  const own = SCHEMAS[name]
  return isReference(described) || described.description !== undefined || own === undefined
    ? described
    : { ...described, description: own }
}

function describe(name: string, path: string, schema: Schema): Schema {
  if (isReference(schema)) return schema
  const { properties, items, anyOf, oneOf } = schema
  const inner = (one: Schema): Schema => describe(name, path, one)
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, value]) => {
          const fieldPath = path === "" ? field : `${path}.${field}`
          return [field, withDescription(name, fieldPath, describe(name, fieldPath, value))]
        }),
      ),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
  }
}

function withDescription(name: string, path: string, schema: Schema): Schema {
  // What a reference says is in the schema that it names.
  if (isReference(schema) || schema.description !== undefined) return schema
  const description = descriptionOf(name, path)
  return description === undefined ? schema : { ...schema, description }
}

/** What the schema says of the field, or the one that it is like, or all schemas. */
function descriptionOf(name: string, path: string): string | undefined {
  if (ENVELOPE.test(name) && path === "data")
    return name.endsWith("List") ? "The entries of this page." : EVERYWHERE.data
  for (let schema: string | undefined = name; schema !== undefined; schema = LIKE[schema]) {
    const found = OF_SCHEMA[schema]?.[path]
    if (found !== undefined) return found
  }
  const names = path.split(".")
  return EVERYWHERE[names.slice(-2).join(".")] ?? EVERYWHERE[names.at(-1) ?? ""]
}
