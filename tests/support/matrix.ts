import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { type OrganisationCaller, type Role, type Roles, rolePassword } from './roles.ts';
import { multipartForm, onePixel } from './uploads.ts';

/** Row of authz-matrix.json with the expected responses for each role: codes ("404") or classes ("2xx"). */
export type MatrixRow = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `{id}` for parameters; `#case` where one route has rows for several objects. */
  path: string;
  expect: Record<Role, string[]> & Partial<Record<OrganisationCaller | 'directory', string[]>>;
  params?: Record<string, string>;
  /** Parameters of a role that replace the row's, for example with its own object. */
  paramsOf?: Partial<Record<Role | OrganisationCaller, Record<string, string>>>;
  query?: string;
  /** Headers of a call that is outside the API. */
  headers?: Record<string, string>;
  body?: { raw?: string; multipart?: { name: string; text: string } | { file: string } };
};

type Template = string | number | boolean | null | Template[] | { [field: string]: Template };

/** Returns the rows in their order. */
export function readMatrix(): MatrixRow[] {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'authz-matrix.json'), 'utf8')).routes;
}

/** Returns method and path without the names of parameters, so that rows and routes can be compared. */
export function routeName({ method, path: address }: { method: string; path: string }): string {
  return `${method} ${address.replace(/#.*/, '').replace(/\{\w+\}/g, '{}')}`;
}

/** Whether every expected response of the cell is a rejection. */
export function isDenied(cell: readonly string[]): boolean {
  return cell.every((answer) => answer.startsWith('4'));
}

export function isExpected(cell: readonly string[], status: number): boolean {
  return cell.includes(String(status)) || cell.includes(`${String(status)[0]}xx`);
}

let nonce = 0;

/** Returns the request of a row for a role, with the fixtures' ids in place of the names in braces. */
export async function requestOf(
  row: MatrixRow,
  role: Role | OrganisationCaller | 'directory',
  { values }: Pick<Roles, 'values'>,
): Promise<InjectOptions> {
  nonce += 1;
  const self = { 'self.email': values[`${role}.email`] ?? '', 'self.password': rolePassword };
  const known: Roles['values'] = { ...values, ...self, nonce };
  const params = { ...row.params, ...(role !== 'directory' && row.paramsOf?.[role]) };
  const address = row.path.replace(/#.*/, '').replace(/\{(\w+)\}/g, (_, name: string) => {
    return String(fill(params[name] ?? '1', known));
  });
  const url = row.query ? `${address}?${row.query}` : address;
  if (row.method === 'GET') return { method: row.method, url };
  if (row.body?.raw !== undefined) {
    return { method: row.method, url, payload: row.body.raw, headers: { 'content-type': 'application/json' } };
  }
  if (row.body?.multipart) return { method: row.method, url, ...(await formOf(row.body.multipart)) };
  // Safe because a filled object stays an object.
  const payload = fill((row.body ?? {}) as Template, known) as object;
  return { method: row.method, url, payload, ...(row.headers && { headers: row.headers }) };
}

/** Replaces the names in braces. A value that is only such a name keeps the fixture's type. */
function fill(template: Template, values: Roles['values']): Template {
  if (Array.isArray(template)) return template.map((item) => fill(item, values));
  if (typeof template === 'object' && template !== null) {
    return Object.fromEntries(
      Object.entries(template).map(([key, value]) => [String(fill(key, values)), fill(value, values)]),
    );
  }
  if (typeof template !== 'string') return template;
  const fixtureOf = (name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`authz-matrix.json names {${name}}, which is no fixture`);
    return value;
  };
  const alone = /^\{([\w.]+)\}$/.exec(template)?.[1];
  return alone ? fixtureOf(alone) : template.replace(/\{([\w.]+)\}/g, (_, name: string) => String(fixtureOf(name)));
}

/** Returns a multipart form with a file of the given text, or otherwise with a picture of one pixel. */
async function formOf(file: { name: string; text: string } | { file: string }) {
  if ('text' in file) return multipartForm({ name: file.name, content: Buffer.from(file.text), fields: {} });
  return onePixel();
}
