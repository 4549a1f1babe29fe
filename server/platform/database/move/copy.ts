import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Client } from '../client.ts';
import { type Place, saveBatch } from './progress.ts';
import type { MovedTable } from './tables.ts';

/** Maximum number of rows that one transaction copies; it also records the place. */
const batchRows = 20_000;

type Between = { source: Client; target: Client };

/**
 * Copies the rows of a table from a place on, in the order of its key, and records each batch with its rows, so that an
 * interrupted copy continues behind the last batch. @returns the number of copied rows, with those of earlier runs
 */
export async function copyTable({ source, target }: Between, table: MovedTable, from: Place): Promise<number> {
  let place = from;
  while (!place.isWhole) {
    const key = await lastKey(source, table, place.key);
    const next: Place = { key: key ?? place.key, isWhole: key === null, rows: place.rows };
    await target.query('begin');
    if (key) next.rows += await copyRows({ source, target }, table, rowsBetween(source, table, place.key, key));
    await saveBatch(target, table.name, next);
    await target.query('commit');
    place = next;
  }
  return place.rows;
}

/** Returns the key of the last row of the next batch; null when there are no more rows. */
async function lastKey(source: Client, table: MovedTable, after: Place['key']): Promise<string[] | null> {
  const names = table.key.map(({ name }) => name);
  const { rows } = await source.query<{ key: string[] }>(`
    select array[${names.map((name) => `${name}::text`).join(', ')}] as key from (
      select ${names.join(', ')} from ${table.name} ${rowsBetween(source, table, after, null)}
      order by ${names.join(', ')} limit ${batchRows}) as batch
    order by ${names.map((name) => `${name} desc`).join(', ')} limit 1`);
  return rows[0]?.key ?? null;
}

/** Returns the condition for the rows between two keys, with literal values, because COPY accepts no parameters. */
function rowsBetween(client: Client, { key }: MovedTable, after: Place['key'], upTo: Place['key']): string {
  const names = `(${key.map(({ name }) => name).join(', ')})`;
  const written = (values: string[]) =>
    `(${values.map((value, place) => `${client.escapeLiteral(value)}::${key[place]?.type}`).join(', ')})`;
  const limits = [after && `${names} > ${written(after)}`, upTo && `${names} <= ${written(upTo)}`].filter(Boolean);
  return limits.length > 0 ? `where ${limits.join(' and ')}` : '';
}

async function copyRows({ source, target }: Between, table: MovedTable, where: string): Promise<number> {
  const columns = table.columns.map(({ name }) => name).join(', ');
  const rows = target.query(copyFrom(`copy ${table.name} (${columns}) from stdin`));
  await pipeline(source.query(copyTo(`copy (select ${columns} from ${table.name} ${where}) to stdout`)), rows);
  return rows.rowCount;
}
