import { scimPatch } from 'scim-patch';
import { parse } from 'scim2-parse-filter';
import { isObject } from '#contract/objects.ts';
import { invalidSyntax, invalidValue, ScimFailure } from './failure-rules.ts';
import { attributeOf, type DirectoryUser, type Fields, readActive, readBoolean, readUser } from './user-rules.ts';

type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value?: unknown };

const mostOperations = 100;
const longestPath = 200;
const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:user[:.]/i;

/**
 * Returns a user as the operations of a PATCH leave it. Accepts what directories send: operations in capitals, a path
 * each (Entra), or objects without a path whose keys are paths (Entra with `aadOptscim062020`, Okta).
 * @throws a ScimFailure of 400
 */
export function patchUser(user: DirectoryUser, body: unknown): DirectoryUser {
  const operations = readOperations(body);
  const { userName, externalId, profile, isActive } = structuredClone(user);
  const before = { userName, ...(externalId !== null && { externalId }), ...profile, active: isActive };
  try {
    // Safe cast, because the library asks for a resource with `schemas` and `meta`, of which it reads nothing.
    return readUser(scimPatch(before as never, operations as never));
  } catch (error) {
    if (error instanceof ScimFailure) throw error;
    const { scimCode, message } = error as { scimCode?: string; message?: string };
    if (scimCode === undefined) throw error;
    throw new ScimFailure(
      400,
      message ?? 'This operation cannot be applied.',
      scimCode === 'noTarget' ? 'noTarget' : 'invalidPath',
    );
  }
}

function readOperations(body: unknown): Operation[] {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object.');
  const list = Object.entries(body).find(([key]) => key.toLowerCase() === 'operations')?.[1];
  if (!Array.isArray(list) || list.length === 0) throw invalidSyntax('Operations must be a list with an operation.');
  if (list.length > mostOperations) throw invalidSyntax(`A request has at most ${mostOperations} operations.`);
  return list.flatMap(readOperation);
}

function readOperation(raw: unknown): Operation[] {
  if (!isObject(raw)) throw invalidSyntax('An operation must be an object.');
  const op = String(raw.op).toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw invalidSyntax(`“${String(raw.op).slice(0, 40)}” is no operation.`);
  }
  const { path, value } = raw;
  if (path !== undefined && path !== null && path !== '') return operationOf(op, path, value);
  if (op === 'remove') throw new ScimFailure(400, 'A remove operation needs a path.', 'noTarget');
  if (!isObject(value)) throw invalidValue('An operation without a path needs an object as its value.');
  return Object.entries(value).flatMap(([key, one]) => operationOf(op, key, one));
}

/**
 * Returns an operation with its path in the spelling of RFC 7643; none for an attribute that the portal does not keep.
 * Only such paths reach the library, which would follow others into the prototypes of objects.
 */
function operationOf(op: Operation['op'], path: unknown, value: unknown): Operation[] {
  if (typeof path !== 'string' || path.length > longestPath) {
    throw new ScimFailure(400, 'A path must be text of at most 200 characters.', 'invalidPath');
  }
  const named = path.replace(coreSchema, '');
  const name = attributeOf(/^[^.[]*/.exec(named)?.[0] ?? '');
  if (name === null) return [];
  const read = /^[^.[\]]+(?:\[(.*)\])?(?:\.([^.[\]]+))?$/.exec(named);
  if (!read) throw new ScimFailure(400, `“${path}” is no path.`, 'invalidPath');
  const [, filter, part] = read;
  const partName = part === undefined ? null : attributeOf(part, name);
  if (part !== undefined && partName === null) return [];
  const known = `${name}${filter === undefined ? '' : selection(name, filter)}${partName ? `.${partName}` : ''}`;
  if (op === 'remove') return removal(known, value);
  return [{ op, path: known, value: normalised(known, value) }];
}

function removal(path: string, value: unknown): Operation[] {
  if (path === 'active') throw invalidValue('active must be true or false.');
  return [{ op: 'remove', path, ...(Array.isArray(value) && { value }) }];
}

/** Returns the filter of a path in brackets: a part of emails that equals a value. */
function selection(name: string, filter: string): string {
  const wrong = new ScimFailure(400, `“${name}[${filter}]” selects nothing that can be changed.`, 'invalidPath');
  if (name !== 'emails') throw wrong;
  let read: ReturnType<typeof parse>;
  try {
    read = parse(filter);
  } catch {
    throw wrong;
  }
  if (read.op !== 'eq') throw wrong;
  const part = attributeOf(read.attrPath, 'emails');
  if (part === null) throw wrong;
  // Entra sends a truth value as text, which the library would compare as such.
  const value = part === 'primary' ? readBoolean('emails.primary', read.compValue) : read.compValue;
  return `[${part} eq ${JSON.stringify(value)}]`;
}

function normalised(path: string, value: unknown): unknown {
  if (path === 'active') {
    const isActive = readActive(value);
    if (isActive === null) throw invalidValue('active must be true or false.');
    return isActive;
  }
  if (path === 'emails' && isObject(value)) return [spelled(value, 'emails')];
  if (path === 'emails' && Array.isArray(value))
    return value.map((one) => (isObject(one) ? spelled(one, 'emails') : one));
  return path === 'name' && isObject(value) ? spelled(value, 'name') : value;
}

/** Returns the known parts in the spelling of RFC 7643. */
function spelled(fields: Fields, parent: string): Fields {
  const found: Fields = {};
  for (const [key, value] of Object.entries(fields)) {
    const name = attributeOf(key, parent);
    if (name !== null) found[name] = value;
  }
  return found;
}
