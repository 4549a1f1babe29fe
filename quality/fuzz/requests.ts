import type { InjectOptions } from 'fastify';
import type { Wire } from './broken.ts';
import type { Json, Operation } from './operations.ts';
import type { Fields } from './valid.ts';

/** Whether the API's description allows the call as it is sent, including NUL and numbers out of range. */
export function isAllowed(operation: Operation, wire: Wire): boolean {
  const isTaken = operation.takes.includes(wire.headers?.['content-type'] ?? '');
  if (wire.isRejected && !isTaken) return false;
  const { params, query } = wire.draft;
  if (!operation.accepts.params(textsOf(params)) || !operation.accepts.query(textsOf(query))) return false;
  if (operation.body === null || typeof wire.text === 'object' || isTaken) return true;
  const body: unknown = JSON.parse(wire.text ?? textOfBody(wire.draft.body));
  // A missing body and null count as an empty body, because the portal reports the missing fields then.
  return operation.accepts.body(body ?? {});
}

/** Returns parameters as the portal receives them: text, or a list of texts for a repeated name. */
function textsOf(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? single(value) : received(value)]),
  );
}

/**
 * Returns a text as the portal receives it. A lone surrogate stays percent-encoded, because its bytes are not valid
 * UTF-8.
 */
function received(value: Json): string {
  return String(value).toWellFormed().replaceAll('\ufffd', '%ED%A0%80');
}

/** Returns a text instead of a list with one value, because a name that is sent once is no list to the portal. */
function single(values: Json[]): Json {
  const texts = values.map(received);
  return texts.length === 1 ? (texts[0] ?? '') : texts;
}

/** Returns the call as the app receives it. */
export function requestOfWire(operation: Operation, wire: Wire): InjectOptions & { url: string } {
  const { params, query } = wire.draft;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(params[name] ?? '')));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${encode(name)}=${encode(String(one))}`),
  );
  const tail = [...pairs, ...(wire.tail ? [wire.tail] : [])].join('&');
  const url = tail ? `${path}?${tail}` : path;
  if (wire.draft.body === undefined && wire.text === undefined) return { method: operation.method, url };
  const headers = { 'content-type': 'application/json', ...wire.headers };
  return { method: operation.method, url, headers, payload: wire.text ?? textOfBody(wire.draft.body) };
}

/** Returns JSON, in which numbers that JavaScript cannot write are inserted as text. */
function textOfBody(body: Json | undefined): string {
  return JSON.stringify(body ?? {}).replace(/"#raw#([^"]*)"/g, '$1');
}

/** Like encodeURIComponent, but a single surrogate becomes the bytes that a careless client sends. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');
}

/** Returns the call as a curl command, with long bodies cut. */
export function curlOf({ method, url, headers, payload }: InjectOptions & { url: string }): string {
  const said = Object.entries(headers ?? {}).map(([name, value]) => ` -H '${name}: ${value}'`);
  const body = typeof payload === 'string' ? ` --data-raw '${payload.replaceAll("'", "'\\''").slice(0, 1500)}'` : '';
  return `curl -X ${method} 'http://localhost:3000${url.slice(0, 500).replaceAll("'", '%27')}'${said.join('')}${body}`;
}
