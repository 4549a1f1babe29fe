import { columns, type Tables } from '#server/migrations/tables.ts';

/**
 * Returns all columns of a table, for a named statement: `select ${columnsOf('users', 'u')} from users u`. PostgreSQL
 * rejects a named statement with `*` once a migration has added a column (OPS-09).
 */
export function columnsOf(table: keyof Tables, alias: string = table): string {
  return columns[table].map((name) => `${alias}.${name}`).join(', ');
}
