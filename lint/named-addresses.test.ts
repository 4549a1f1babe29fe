import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The requirements with each parameter of a path, `{id}` or `:id` or `$id`, as `{}`. */
const list = readFileSync('docs/requirements.md', 'utf8').replaceAll(/\{\w+\}/g, '{}');

/** Whether the requirements have a whole path, and not only a longer one that begins with it. */
function isNamed(address: string): boolean {
  const plain = address.replaceAll(/[:$]\w+/g, '{}');
  const name = plain.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w}])${name}(?![\\w{-]|/[\\w{])`).test(list);
}

test('NAV-03 the list of requirements names every address of the web app', async () => {
  // The TypeScript project of this folder does not include the web app.
  const { addressesOfApp }: { addressesOfApp: () => string[] } = await import(path.resolve('web/entry-server.ts'));
  const addresses = addressesOfApp();
  expect(addresses.length).toBeGreaterThan(40);
  expect(addresses.filter((address) => !isNamed(address))).toEqual([]);
});

test('API-63 the list of requirements names every call of the contract', async () => {
  const files = readdirSync('contract', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.endpoints.ts'),
  );
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((name) => import(path.resolve('contract', name))),
  );
  const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
  expect(endpoints.length).toBeGreaterThan(250);
  const unnamed = endpoints.filter((endpoint) => !isNamed(endpoint.path));
  expect(unnamed.map(({ method, path: address }) => `${method} ${address}`)).toEqual([]);
});

function isEndpoint(value: unknown): value is { method: string; path: string } {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
