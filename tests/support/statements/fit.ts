import pg from 'pg';
import type { Column } from './description.ts';
import type { Declared, DeclaredRow, Kind, Narrower } from './rows.ts';

/** Values of a type as the driver gives them, and the elements of an array. */
type Given = { kind: Kind; elements: Kind | null };

export type Types = ReadonlyMap<number, Given>;

/** Asks which types the database has, and its driver what it makes of a value of each. */
export async function readTypes(client: pg.PoolClient): Promise<Types> {
  const { rows } = await client.query<{ id: number; name: string; category: string; element: number }>(
    `select oid::integer as id, typname as name, typcategory as category, typelem::integer as element from pg_type`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sampleOf = (id: number): string => {
    const { name, category, element } = byId.get(id) ?? { name: '', category: '', element: 0 };
    if (category === 'A') return `{${sampleOf(element)}}`;
    if (category === 'N') return '1';
    if (category === 'B') return 't';
    if (category === 'D') return '2026-11-21 10:00:00+00';
    if (name === 'json' || name === 'jsonb') return '{}';
    return name === 'bytea' ? String.raw`\x00` : 'a';
  };
  return new Map(
    rows.map(({ id, name }) => {
      const isJson = name === 'json' || name === 'jsonb';
      const value: unknown = isJson ? null : pg.types.getTypeParser(id)(sampleOf(id));
      return [
        id,
        { kind: isJson ? 'anything' : kindOf(value), elements: Array.isArray(value) ? elementKind(value, name) : null },
      ];
    }),
  );
}

const elementKind = ([first]: unknown[], name: string): Kind => (/^_jsonb?$/.test(name) ? 'anything' : kindOf(first));

function kindOf(value: unknown): Kind {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return typeof value as Kind;
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  return Array.isArray(value) ? 'array' : 'other';
}

/** Compares a declared row with the columns that PostgreSQL describes; returns a sentence for each difference. */
export function differences(
  declared: NonNullable<DeclaredRow>,
  columns: readonly Column[],
  types: Types,
  narrower: Narrower,
): string[] {
  const names = new Set(columns.map(({ name }) => name));
  const missing = [...declared].filter(([name, { kinds }]) => !names.has(name) && !kinds.has('undefined'));
  return [
    ...missing.map(([name]) => `${name} is declared and no column`),
    ...(names.size < columns.length ? ['two columns have one name'] : []),
    ...columns.flatMap((column) => {
      const property = declared.get(column.name);
      const given = types.get(column.typeId);
      if (!property || !given) return [`${column.name} is a column and not declared`];
      if (property.kinds.has('anything')) return [];
      const words = narrower.wordsOf(property);
      return columnDifferences(column, property, given, narrower).map(
        (what) => `${column.name}: ${words}, but ${what}`,
      );
    }),
  ];
}

function columnDifferences(
  { origin, whyNull }: Column,
  property: Declared,
  given: Given,
  narrower: Narrower,
): string[] {
  const { kinds, elements } = property;
  const found: string[] = [];
  const other = [...kinds].filter((kind) => kind !== 'null' && kind !== 'undefined' && kind !== given.kind);
  const otherElements = [...elements].filter(
    (kind) => kind !== 'null' && kind !== 'anything' && kind !== given.elements,
  );
  if (given.kind === 'anything') {
    // JSON has any form.
  } else if (other.length > 0) {
    found.push(`the driver gives ${given.kind}`);
  } else if (given.elements && given.elements !== 'anything' && otherElements.length > 0) {
    found.push(`the driver gives an array of ${given.elements}`);
  } else if (origin !== null) {
    const column = narrower.typeOf(origin, property);
    if (column !== null) found.push(`${origin} is ${column}`);
  }
  if (whyNull !== null && !kinds.has('null') && !kinds.has('undefined')) found.push(whyNull);
  return found;
}
