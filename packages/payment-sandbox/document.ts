import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import type { Records, ResourceName } from './records.ts';

/** Part of OpenAPI's schema language that Stripe's document uses. */
export type Schema = {
  $ref?: string;
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  enum?: (string | boolean)[];
  anyOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  nullable?: boolean;
};

export type Method = 'get' | 'post' | 'delete';

type DocumentedOperation = {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

type OpenApiDocument = {
  info: { version: string };
  paths: Record<string, Partial<Record<Method, DocumentedOperation>>>;
  components: { schemas: Record<string, Schema> };
};

const reference = '#/components/schemas/';

// Safe because the file is part of this folder, and the tests that validate with it check its structure.
const openApi = JSON.parse(readFileSync(new URL('./stripe-openapi.json', import.meta.url), 'utf8')) as OpenApiDocument;

/** Version of the API that this sandbox implements. */
export const apiVersion = openApi.info.version;

addRawCards(openApi.components.schemas);

/**
 * Adds raw card data to payment_method_data, because Stripe.js posts them there when it confirms. The published schema
 * leaves them out, because no other program should send them; the sandbox needs them, because its own script replaces
 * Stripe.js.
 */
function addRawCards(schemas: Record<string, Schema>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (!name.endsWith('.payment_method_data') || !schema.properties?.type) continue;
    schema.properties.type.enum = [...(schema.properties.type.enum ?? []), 'card'];
    schema.properties.card = { $ref: `${reference}payment_method_create_params.card` };
  }
}

/** Follows references, so that the caller sees a schema with its own keywords. */
export function resolveSchema(schema: Schema): Schema {
  if (schema.$ref) return resolveSchema(namedSchema(schema.$ref.slice(reference.length)));
  if (schema.allOf?.length === 1 && schema.allOf[0]) return resolveSchema(schema.allOf[0]);
  return schema;
}

function namedSchema(name: string): Schema {
  const schema = openApi.components.schemas[name];
  if (!schema) throw new Error(`the OpenAPI subset has no schema ${name}`);
  return schema;
}

/**
 * Returns the schema of one field of a resource, by the resource's `object` value; undefined when there is no such
 * field.
 */
export function fieldSchema(objectName: string, field: string): Schema | undefined {
  return openApi.components.schemas[objectName]?.properties?.[field];
}

/** Returns the schema of an operation's parameters: the body of a POST, the query otherwise. */
export function parameterSchema(method: Method, path: string): Schema {
  const operation = openApi.paths[path]?.[method];
  if (!operation) throw new Error(`the OpenAPI subset has no operation ${method} ${path}`);
  const body = operation.requestBody?.content['application/x-www-form-urlencoded'];
  if (body) return body.schema;
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(query.map((parameter) => [parameter.name, parameter.schema])),
    required: query.filter((parameter) => parameter.required).map((parameter) => parameter.name),
    additionalProperties: false,
  };
}

/** Objects that exist only inside others. */
type Parts = { line_item: Stripe.InvoiceLineItem; plan: Stripe.Plan; subscription_item: Stripe.SubscriptionItem };

type Templates = Pick<Records, ResourceName> & Parts;

// Safe because the file is part of this folder, and the tests validate every object made from it.
const examples = JSON.parse(readFileSync(new URL('./stripe-examples.json', import.meta.url), 'utf8')) as Record<
  string,
  object
>;

/**
 * Returns a new, complete object of a resource, copied from Stripe's published example. The caller overwrites the
 * fields that differ; the copy provides the many others.
 */
export function exampleOf<R extends keyof Templates>(resource: R): Templates[R] {
  const example = examples[resource];
  if (!example) throw new Error(`there is no example of ${resource}`);
  return structuredClone(example) as Templates[R];
}
