/// <reference types="vite/client" />
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

/** Parts of a call whose schema the contract names. */
export type Part = 'body' | 'reply';

type SchemaName = { module: string; name: string; isList: boolean; isNullable: boolean };

const texts = import.meta.glob<string>('../../../contract/**/*.endpoints.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const modules = import.meta.glob<Record<string, z.ZodMiniType>>(['../../../contract/**/*.ts', '!**/*.test.ts']);
const root = '../../..';

const names = new Map<string, SchemaName>(Object.entries(texts).flatMap(namesIn));
const schemas = new Map<string, Promise<z.ZodMiniType>>();

/**
 * Reads the names of an endpoint's schemas from the source, because endpoints name them as types, which are gone at run
 * time.
 */
function namesIn([file, text]: [string, string]): [string, SchemaName][] {
  const base = `file://${file.slice(root.length)}`;
  const imported = new Map(
    [...text.matchAll(/import type \{([^}]+)\} from '(\.[^']+)'/g)].flatMap(([, list = '', module = '']) =>
      list.split(',').map((name) => [name.trim(), new URL(module, base).pathname] as const),
    ),
  );
  const endpoints = text.matchAll(/endpoint<\{([^}]*)\}>\(\s*\{\s*method: '(\w+)',\s*path: '([^']+)'/g);
  return [...endpoints].flatMap(([, types = '', method, path]) =>
    [...types.matchAll(/(body|reply): (\w+)(\[\])?( \| null)?/g)].map(([, part, name = '', list, nullable]) => {
      const module = imported.get(name);
      if (!module) throw new Error(`${method} ${path} names ${name}, which its file does not import`);
      return [`${part} ${method} ${path}`, { module, name, isList: !!list, isNullable: !!nullable }] as const;
    }),
  );
}

async function loadSchema({ module, name, isList, isNullable }: SchemaName): Promise<z.ZodMiniType> {
  const schema = (await modules[root + module]?.())?.[name];
  if (!schema) throw new Error(`${module} exports no schema ${name}`);
  if (isList) return z.array(schema);
  return isNullable ? z.nullable(schema) : schema;
}

/**
 * Returns how a value breaks the contract's schema for a part of a call; null when it fits, or when the endpoint has no
 * such part.
 */
export async function breachOf(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  part: Part,
  value: unknown,
): Promise<string | null> {
  const key = `${part} ${method} ${path}`;
  const name = names.get(key);
  if (!name) return null;
  if (!schemas.has(key)) schemas.set(key, loadSchema(name));
  const { success, error } = z.safeParse((await schemas.get(key)) as z.ZodMiniType, value);
  return success ? null : `${key} breaks ${name.name}: ${z.prettifyError(error)}`;
}

/** Keys of all parts that have a schema, such as "reply GET /api/user". */
export const schemaKeys: readonly string[] = [...names.keys()];
