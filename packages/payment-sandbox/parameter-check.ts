import { resolveSchema, type Schema } from './document.ts';
import { ApiError, invalidRequest, missingParameter, unknownParameter } from './errors.ts';
import type { RawParameters, RawValue } from './parameters.ts';

/**
 * Checks decoded form values against a request schema of the OpenAPI document and gives them their types: form values
 * are text, so "1000" becomes 1000 where the schema says integer. A general validator would do the check, but neither
 * the conversion by alternatives nor Stripe's own error for each kind of fault.
 * @throws ApiError 400 in Stripe's words, for the first fault found
 */
export function checkParameters(schema: Schema, parameters: RawParameters): Record<string, unknown> {
  return checkObject(resolveSchema(schema), parameters, '');
}

function check(unresolved: Schema, value: RawValue, name: string): unknown {
  const schema = resolveSchema(unresolved);
  if (schema.anyOf) return checkAlternatives(schema.anyOf, value, name);
  if (schema.enum) return checkChoice(schema.enum, value, name);
  if (schema.type === 'array') return checkArray(schema, value, name);
  if (schema.type === 'object' || schema.properties) {
    if (typeof value === 'string' || Array.isArray(value)) throw value === '' ? empty(name) : notAnObject(name);
    return checkObject(schema, value, name);
  }
  if (typeof value !== 'string') throw invalidRequest(`Invalid ${schema.type ?? 'value'}: ${name}`, { param: name });
  return checkText(schema, value, name);
}

function checkText(schema: Schema, value: string, name: string): unknown {
  if (schema.type === 'string' || schema.type === undefined) return value;
  if (value === '') throw empty(name);
  if (schema.type === 'boolean') {
    if (value !== 'true' && value !== 'false') throw invalidRequest(`Invalid boolean: ${value}`, { param: name });
    return value === 'true';
  }
  const number = Number(value);
  const pattern = schema.type === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/;
  if (!pattern.test(value) || (schema.type === 'integer' && !Number.isSafeInteger(number))) {
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name });
  }
  return number;
}

function checkChoice(choices: readonly (string | boolean)[], value: RawValue, name: string): unknown {
  if (typeof value === 'string') {
    if (choices.includes(value)) return value;
    if (choices.includes(value === 'true') && (value === 'true' || value === 'false')) return value === 'true';
    if (value === '') throw empty(name);
  }
  const shown = choices.length > 12 ? [...choices.slice(0, 12), '...'] : choices;
  throw invalidRequest(`Invalid ${name}: must be one of ${shown.join(', ')}`, { param: name });
}

function checkArray(schema: Schema, value: RawValue, name: string): unknown {
  if (value === '') throw empty(name);
  if (!Array.isArray(value)) throw invalidRequest('Invalid array', { param: name });
  const items = schema.items ?? {};
  return value.map((item, index) => check(items, item, `${name}[${index}]`));
}

/**
 * Returns the value of the first alternative that fits. When none fits, throws the error of the alternative with the
 * most similar structure.
 */
function checkAlternatives(alternatives: readonly Schema[], value: RawValue, name: string): unknown {
  let fault: unknown;
  for (const alternative of alternatives) {
    try {
      return check(alternative, value, name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (fault === undefined || fitsShape(alternative, value)) fault = error;
    }
  }
  throw fault;
}

function fitsShape(unresolved: Schema, value: RawValue): boolean {
  const schema = resolveSchema(unresolved);
  if (Array.isArray(value)) return schema.type === 'array';
  if (typeof value === 'object') return schema.type === 'object' || schema.properties !== undefined;
  return schema.type !== 'array' && schema.type !== 'object' && !schema.enum?.includes('');
}

function checkObject(schema: Schema, value: RawParameters, name: string): Record<string, unknown> {
  const inner = (key: string) => (name === '' ? key : `${name}[${key}]`);
  const checked: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const known = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (known) checked[key] = check(known, item, inner(key));
    else if (schema.additionalProperties === false) throw unknownParameter(inner(key));
    else if (typeof schema.additionalProperties === 'object') {
      checked[key] = check(schema.additionalProperties, item, inner(key));
    } else checked[key] = item;
  }
  for (const key of schema.required ?? []) {
    if (checked[key] === undefined) throw missingParameter(inner(key));
    if (checked[key] === '') throw empty(inner(key));
  }
  return checked;
}

function empty(name: string): ApiError {
  return invalidRequest(
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param: name },
  );
}

function notAnObject(name: string): ApiError {
  return invalidRequest('Invalid object', { param: name });
}
