import type pg from 'pg';
import type { CallExpression } from 'typescript/unstable/ast';
import { describer } from './description.ts';
import { differences, readTypes } from './fit.ts';
import { columnsSource, columnTypes, rowOf, rowTypeOf } from './rows.ts';
import { callsByName, filesWith, openSources, placeOf } from './sources.ts';
import { type Reading, readValues } from './texts.ts';

/** A statement of the server: where it is, its name, and how its row type differs from what PostgreSQL describes. */
export type Checked = { place: string; name: string; differences: string[]; isRead: boolean };

/** Result of a check; `unread` has the places of calls whose text or row type is not known, each with the reason. */
export type Findings = { calls: number; checked: Checked[]; unread: string[] };

type Question = { call: CallExpression; name: string; text: string };

/**
 * Compares the row types of all named statements of the server with PostgreSQL's description of their texts.
 * @param examples arguments of functions that build a text of what a person asks, by the functions' names
 * @param added texts of sources that are not on the disk, by path
 */
export async function checkStatements(
  client: pg.PoolClient,
  examples: Reading['examples'],
  added: Readonly<Record<string, string>> = {},
): Promise<Findings> {
  const sources = openSources(filesWith(/\bprepared[<(]/), { ...added, ...columnsSource });
  try {
    const { checker, files } = sources;
    const callers = callsByName(files);
    const calls = callers.get('prepared') ?? [];
    const found: Findings = { calls: calls.length, checked: [], unread: [] };
    const types = await readTypes(client);
    const describe = await describer(client);
    const narrower = columnTypes(files, checker);
    const check = async ({ call, name, text }: Question) => {
      const columns = await describe(text);
      const row = rowOf(rowTypeOf(call, checker), checker);
      const differ = row ? differences(row, columns, types, narrower) : [];
      found.checked.push({ place: placeOf(call), name, differences: differ, isRead: row !== null });
    };
    for (const call of calls) {
      try {
        const values = await readValues(call.arguments.slice(0, 2), { checker, callers, examples });
        for (const [name, text] of values) await check({ call, name: `${name}`, text: `${text}` });
      } catch (error) {
        found.unread.push(`${placeOf(call)} ${error instanceof Error ? error.message : error}`);
      }
    }
    return found;
  } finally {
    sources.close();
  }
}
