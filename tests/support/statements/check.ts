import type { Compilable, Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { CallExpression } from 'typescript/unstable/ast';
import type { Tables } from '#server/migrations/tables.ts';
import { describer } from './description.ts';
import { differences, readTypes } from './fit.ts';
import { columnsSource, columnTypes, rowOf, rowTypeOf } from './rows.ts';
import { callsByName, filesWith, namedPlaceOf, openSources, placeOf, sentTexts } from './sources.ts';
import { type Reading, readValues } from './texts.ts';

/** A statement of the server: where it is, its name, and how its row type differs from what PostgreSQL describes. */
export type Checked = { place: string; name: string; differences: string[]; isRead: boolean };

/** Result of a check; `unread` has the places of calls whose text or row type is not known, each with the reason. */
export type Findings = { calls: number; checked: Checked[]; unread: string[] };

type Question = { name: string; text: string };

type Given = {
  client: pg.PoolClient;
  /** Compiles the statements that Kysely sends; none is sent. */
  kysely: Kysely<Tables>;
  /** Arguments of functions that build a text of what a person asks, by the functions' names. */
  examples: NonNullable<Reading['examples']>;
  /** Texts of sources that are not on the disk, by path. */
  added: Readonly<Record<string, string>>;
};

/**
 * Compares the row types of all hand-written statements of the server, those of `prepared` and those of the template
 * `sql`, with PostgreSQL's description of their texts.
 */
export async function checkStatements({ client, kysely, examples, added }: Given): Promise<Findings> {
  const sources = openSources(filesWith(/\b(prepared|sql)[<(`]/), { ...added, ...columnsSource });
  try {
    const { checker, files } = sources;
    const callers = callsByName(files);
    const found: Findings = { calls: 0, checked: [], unread: [] };
    const types = await readTypes(client);
    const describe = await describer(client);
    const narrower = columnTypes(files, checker);
    const checkAll = async (call: CallExpression, isNamed: boolean, read: () => Promise<Question[]>) => {
      found.calls += 1;
      const row = rowTypeOf(call, checker);
      try {
        for (const { name, text } of await read()) {
          const columns = await describe(text);
          const declared = rowOf(row, checker);
          const differ = declared ? differences(declared, columns, types, narrower) : [];
          if (isNamed && /\b(select|returning) \*|"\.\*/.test(text))
            differ.push('a named statement lists its columns (OPS-09)');
          found.checked.push({ place: placeOf(call), name, differences: differ, isRead: declared !== null });
        }
      } catch (error) {
        found.unread.push(`${placeOf(call)} ${error instanceof Error ? error.message : error}`);
      }
    };
    const textOf = (query: unknown) =>
      // Safe cast, because the compiler checks the calls: what is no text is compilable.
      typeof query === 'string' ? query : (query as Compilable).compile().sql;
    for (const call of callers.get('prepared') ?? []) {
      await checkAll(call, true, async () => {
        const isBuilt = call.arguments.length === 2;
        const reading = { checker, callers, ...(isBuilt ? { kysely } : { examples }) };
        const values = await readValues(call.arguments.slice(0, 2), reading);
        return values.map(([name, query]) => ({ name: `${name}`, text: textOf(query) }));
      });
    }
    for (const { text, call } of sentTexts(callers)) {
      await checkAll(call, false, async () => {
        const values = await readValues([text], { checker, callers, kysely });
        // Safe cast, because only templates of `sql` are read.
        return values.map(([built]) => ({
          name: namedPlaceOf(call),
          text: (built as RawBuilder<unknown>).compile(kysely).sql,
        }));
      });
    }
    return found;
  } finally {
    sources.close();
  }
}
