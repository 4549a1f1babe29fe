import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The requirements with each parameter of a path, such as `{id}`, as `{}`. */
const list = readFileSync('docs/requirements.md', 'utf8').replaceAll(/\{\w+\}/g, '{}');

/** Methods before a path, such as "GET, PUT and DELETE". */
const methods = /(?:\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b(?:, | and | or )?)+/g;

/**
 * Whether the requirements name this whole path, not only a longer path that begins with it. A method must be among the
 * last ones before the path in its line.
 */
function isNamed(address: string, method?: string): boolean {
  const plain = address.replaceAll(/[:$]\w+/g, '{}');
  const name = plain.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const whole = new RegExp(`(?<![\\w}])${name}(?![\\w{-]|/[\\w{])`, 'g');
  return list.split('\n').some((line) =>
    [...line.matchAll(whole)].some(({ index }) => {
      const [last = ''] = line.slice(0, index).match(methods)?.slice(-1) ?? [];
      return method === undefined || last.includes(method);
    }),
  );
}

test('NAV-03 the list of requirements names every address of the web app', async () => {
  // The TypeScript project of this folder does not include the web app.
  const { addressesOfApp }: { addressesOfApp: () => string[] } = await import(path.resolve('web/entry-server.ts'));
  const addresses = addressesOfApp();
  expect(addresses.length).toBeGreaterThan(40);
  expect(addresses.filter((address) => !isNamed(address))).toEqual([]);
});

test('API-63 the list of requirements names every call of the contract with its method', async () => {
  const files = readdirSync('contract', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.endpoints.ts'),
  );
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((name) => import(path.resolve('contract', name))),
  );
  const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
  expect(endpoints.length).toBeGreaterThan(250);
  const unnamed = endpoints.filter((endpoint) => !isNamed(endpoint.path, endpoint.method));
  expect(unnamed.map(({ method, path: address }) => `${method} ${address}`)).toEqual([]);
});

function isEndpoint(value: unknown): value is { method: string; path: string } {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
