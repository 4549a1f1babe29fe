import { columns, type Tables } from '#server/migrations/tables.ts';

/**
 * Returns all columns of a table, for a named statement: `select ${columnsOf('users', 'u')} from users u`. PostgreSQL
 * rejects a named statement with `*` once a migration has added a column (OPS-09).
 */
export function columnsOf(table: keyof Tables, alias: string = table): string {
  return columns[table].map((name) => `${alias}.${name}`).join(', ');
}

/** Returns the names of all columns of a table, for a named statement that Kysely builds. */
export function allColumns<Table extends keyof Tables>(table: Table): readonly (keyof Tables[Table] & string)[] {
  return columns[table];
}

/** Returns the names of the columns of a table, in its order, without those that are left out. */
export function columnsWithout<Table extends keyof Tables>(
  table: Table,
  leftOut: readonly (keyof Tables[Table])[],
): string[] {
  const names = new Set<unknown>(leftOut);
  return columns[table].filter((name) => !names.has(name));
}
