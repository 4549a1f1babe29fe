import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/v4/core';
import { waysOfText } from '#contract/text.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Shape = z.$ZodType & { _zod: { def: Definition } };
type Definition = { type: string; checks?: unknown[]; format?: string } & Record<string, unknown>;
type Place = { path: string; shape: Shape };

const requests: Place[] = [];
let portal: TestPortal;
beforeAll(async () => {
  const traces = {
    watch: (app: TestPortal['app']) => {
      app.addHook('onRoute', ({ method, url, schema }) => {
        for (const part of ['params', 'querystring', 'body'] as const) {
          const shape = schema?.[part];
          if (shape) requests.push({ path: `${String(method)} ${url} ${part}`, shape: shape as Shape });
        }
      });
    },
    stop: async () => undefined,
  };
  portal = await createTestPortal({}, { traces });
});
afterAll(() => portal.close());

/** Returns the parts of a schema that are schemas themselves. */
function partsOf({ path, shape }: Place): Place[] {
  const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && '_zod' in value;
  return Object.entries(shape._zod.def).flatMap(([name, value]): Place[] => {
    if (name === 'checks' || typeof value !== 'object' || value === null) return [];
    if (isShape(value)) return [{ path: `${path}.${name}`, shape: value }];
    return Object.entries(value)
      .filter((entry): entry is [string, Shape] => isShape(entry[1]))
      .map(([key, part]) => ({ path: `${path}.${key}`, shape: part }));
  });
}

function bareTextsOf(place: Place, seen = new Set<Shape>()): string[] {
  const { path, shape } = place;
  if (seen.has(shape)) return [];
  seen.add(shape);
  const { type, checks = [], format } = shape._zod.def;
  if (type === 'string') return format || checks.some((check) => waysOfText.has(check)) ? [] : [path];
  return partsOf(place).flatMap((part) => bareTextsOf(part, seen));
}

it('API-01 every text of a request is read by a rule of contract/text.ts', () => {
  expect(requests.length).toBeGreaterThan(200);
  expect(requests.flatMap((place) => bareTextsOf(place))).toEqual([]);
});
