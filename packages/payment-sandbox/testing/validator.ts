import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

/** Finds faults in the sandbox's answers; an empty list means there are none. */
export type StripeValidator = {
  /** Checks any object by its own `object` field: resources, deleted ones, lists, the object of an event. */
  object(value: unknown): string[];
  /** Checks a whole answer of an operation, errors included. */
  response(method: string, path: string, status: number, body: unknown): string[];
};

type Json = { [name: string]: unknown };
type Document = {
  paths: Record<string, Record<string, { responses: { 200: { content: Record<string, { schema: Json }> } } }>>;
  components: { schemas: Record<string, Json> };
};

/**
 * Builds a validator over the OpenAPI subset in strict mode: fields the API always sends must be there, even as null,
 * and unknown fields are rejected. The subset marks the former by `required` or `x-present`.
 */
export function stripeValidator(): StripeValidator {
  const text = readFileSync(new URL('../stripe-openapi.json', import.meta.url), 'utf8');
  // Safe: the file is an OpenAPI document; a wrong shape would fail every test.
  const document = JSON.parse(text) as Document;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema({ ...asObject(toJsonSchema(schema)), $id: `stripe:${name}` });
  }
  const compiled = new Map<object, ValidateFunction>();
  const compile = (schema: Json) => {
    const known = compiled.get(schema) ?? ajv.compile(asObject(toJsonSchema(schema)));
    compiled.set(schema, known);
    return known;
  };
  const object = (value: unknown): string[] => {
    const fields = asObject(value);
    if (fields.object === 'list')
      return listOf(fields.data).flatMap((item, i) => object(item).map((f) => `[${i}]${f}`));
    const name = `${fields.deleted ? 'deleted_' : ''}${fields.object}`;
    const validate = ajv.getSchema(`stripe:${name}`);
    return validate ? faultsOf(validate, value) : [`there is no schema of ${name}`];
  };
  return {
    object,
    response(method, path, status, body) {
      if (status >= 400) return faultsOf(compile({ $ref: '#/components/schemas/error' }), body);
      const schema = operationAt(document, method, path)?.responses[200].content['application/json']?.schema;
      return schema ? faultsOf(compile(schema), body) : [`there is no operation ${method} ${path}`];
    },
  };
}

function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const source = asObject(schema);
  const target: Json = {};
  for (const [keyword, value] of Object.entries(source)) {
    if (keyword === 'nullable' || keyword === 'x-present') continue;
    if (keyword === 'properties') target.properties = mapValues(asObject(value), toJsonSchema);
    else if (keyword === 'enum' || keyword === 'required') target[keyword] = value;
    else if (keyword === '$ref') target.$ref = String(value).replace('#/components/schemas/', 'stripe:');
    else target[keyword] = toJsonSchema(value);
  }
  const required = [...listOf(source.required), ...listOf(source['x-present'])];
  if (required.length > 0) target.required = required;
  if (target.properties && target.additionalProperties === undefined) target.additionalProperties = false;
  return source.nullable ? { anyOf: [target, { type: 'null' }] } : target;
}

function operationAt(document: Document, method: string, path: string) {
  const segments = path.split('/');
  const fits = Object.keys(document.paths)
    .filter((template) => document.paths[template]?.[method.toLowerCase()])
    .map((template) => ({ template, parts: template.split('/') }))
    .filter(({ parts }) => parts.length === segments.length)
    .filter(({ parts }) => parts.every((part, index) => part.startsWith('{') || part === segments[index]))
    .sort((left, right) => left.template.split('{').length - right.template.split('{').length);
  return document.paths[fits[0]?.template ?? '']?.[method.toLowerCase()];
}

function faultsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .filter((error) => error.keyword !== 'anyOf')
    .map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
}

function asObject(value: unknown): Json {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function mapValues(values: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
