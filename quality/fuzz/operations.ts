import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export type Json = string | number | boolean | null | Json[] | { [field: string]: Json };

/** The part of JSON schema that the contract's schemas use. */
export type Schema = {
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: Json[];
  const?: Json;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
};

type Parameter = { in: string; name: string; required?: boolean; schema: Schema };
type Content = { content?: { 'application/json'?: { schema: Schema } } & Record<string, unknown> };
type Described = { parameters?: Parameter[]; requestBody?: Content; responses: Record<string, Content> };

/** Operation of the API's description. */
export type Operation = {
  /** For example `POST /api/login`. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{id}` for parameters. */
  path: string;
  /** Schemas of the path's parameters, of the query, and of the body; null without one. */
  params: Schema | null;
  query: Schema | null;
  body: Schema | null;
  /** Content types of the bodies that it accepts. */
  takes: readonly string[];
  /** Whether each part of a call is valid; a call with an invalid part is broken. */
  accepts: Record<'params' | 'query' | 'body', (value: unknown) => boolean>;
  /** Returns the mistake in a successful response; null when its body is as described, or not described. */
  checkReply(status: number, body: unknown): string | null;
};

/** Parameters arrive as text, so numbers are read from it; bodies are not converted. */
const ofText = new Ajv2020({ strict: false, coerceTypes: true, unicodeRegExp: false });
const ofBodies = new Ajv2020({ strict: false, unicodeRegExp: false });
formats.default(ofText);
formats.default(ofBodies);

/** Returns the operations of an OpenAPI document, in its order. */
export function readOperations(document: { paths: Record<string, Record<string, unknown>> }): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    // Safe cast, because the document is the app's own, in the form of OpenAPI 3.1.
    Object.entries(methods).map(([method, described]) => operationOf(path, method, described as Described)),
  );
}

function operationOf(path: string, method: string, { parameters = [], requestBody, responses }: Described): Operation {
  const upper = method.toUpperCase() as Operation['method'];
  const params = objectOf(parameters.filter((parameter) => parameter.in === 'path'));
  const query = objectOf(parameters.filter((parameter) => parameter.in === 'query'));
  const body = requestBody?.content?.['application/json']?.schema ?? null;
  const replies = new Map<number, ValidateFunction>();
  for (const [status, { content }] of Object.entries(responses)) {
    const schema = content?.['application/json']?.schema;
    if (schema && status.startsWith('2')) replies.set(Number(status), ofBodies.compile(schema));
  }
  return {
    name: `${upper} ${path}`,
    method: upper,
    path,
    params,
    query,
    body,
    takes: Object.keys(requestBody?.content ?? {}),
    accepts: { params: checker(ofText, params), query: checker(ofText, query), body: checker(ofBodies, body) },
    checkReply: (status, reply) => {
      const check = replies.get(status);
      return !check || check(reply) ? null : ofBodies.errorsText(check.errors);
    },
  };
}

function objectOf(parameters: Parameter[]): Schema | null {
  if (parameters.length === 0) return null;
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Checks a copy, because reading numbers from text changes the value. */
function checker(ajv: Ajv2020, schema: Schema | null): (value: unknown) => boolean {
  if (!schema) return () => true;
  const check = ajv.compile(schema);
  return (value) => check(structuredClone(value)) === true;
}
