import type { Client } from '../client.ts';

type Column = { name: string; type: string };

export type MovedTable = {
  /** Name in SQL, with its schema if that is not the portal's. */
  name: string;
  /** Columns to copy, by name; PostgreSQL computes generated ones itself. */
  columns: Column[];
  /** Columns of the primary key, in its order. */
  key: Column[];
};

/** The schemas of a portal: its own, and that of the job queue. */
const ours = `c.relnamespace in (to_regnamespace(current_schema()), to_regnamespace('graphile_worker'))`;

/**
 * Lists all tables that have a primary key, as each table of the portal has, by name, except `schema_migration_lock`.
 */
export async function listTables(client: Client): Promise<MovedTable[]> {
  const { rows } = await client.query<MovedTable>(`
    select c.oid::regclass::text as name,
      (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attname)
       from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by place)
       from unnest(i.indkey::smallint[]) with ordinality as part (number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = part.number) as key
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    where ${ours} and c.relkind = 'r' and c.oid is distinct from to_regclass('schema_migration_lock')
    order by 1`);
  return rows;
}

/**
 * Returns the names of source tables that the target lacks (`unknown`), and a sentence for each target table that the
 * source lacks or has with other columns or another key (`wrong`).
 */
export function compareTables(
  source: readonly MovedTable[],
  target: readonly MovedTable[],
): { unknown: string[]; wrong: string[] } {
  const found = new Map(source.map((table) => [table.name, table]));
  const columnsOf = ({ columns, key }: MovedTable) => JSON.stringify([columns, key]);
  const wrong = target.flatMap((table) => {
    const other = found.get(table.name);
    if (!other) return [`${table.name} is missing in the source`];
    return columnsOf(other) === columnsOf(table) ? [] : [`${table.name} has other columns in the source`];
  });
  const wanted = new Set(target.map(({ name }) => name));
  return { unknown: source.flatMap(({ name }) => (wanted.has(name) ? [] : [name])), wrong };
}

/** Number of rows and checksum of a table: equal on both sides when the rows are. */
export type Contents = { rows: string; checksum: string };

/** Returns the number of rows of a table, and a checksum that does not depend on their order. */
export async function readContents(client: Client, { name, columns }: MovedTable): Promise<Contents> {
  const row = `row(${columns.map((column) => column.name).join(', ')})::text`;
  const { rows } = await client.query<Contents>(
    `select count(*)::text as rows, coalesce(sum(('x' || left(md5(${row}), 16))::bit(64)::bigint), 0)::text as checksum
     from ${name}`,
  );
  return rows[0] ?? { rows: '', checksum: '' };
}

/** Sets each sequence of the target to the number of the source's sequence. */
export async function moveSequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where ${ours} and c.relkind = 'S' order by 1`,
  );
  for (const { name } of rows) {
    const { rows: numbers } = await source.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    );
    await target.query('select setval(to_regclass($1::text), $2::bigint, $3) where to_regclass($1::text) is not null', [
      name,
      numbers[0]?.last,
      numbers[0]?.called,
    ]);
  }
}

/**
 * Lists statements that remove objects which slow down or reject rows in arbitrary order, each with the statement that
 * restores the object.
 */
export async function listAside(target: Client): Promise<{ take: string; back: string }[]> {
  const { rows } = await target.query<{ take: string; back: string }>(`
    select 1 as turn, format('alter table %s drop constraint %I', conrelid::regclass, conname) as take,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as back
    from pg_constraint k join pg_class c on c.oid = conrelid where contype = 'f' and ${ours}
    union all
    select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index i join pg_class c on c.oid = indrelid
    where ${ours} and c.relkind = 'r' and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select distinct 3, format('alter table %s disable trigger user', c.oid::regclass),
      format('alter table %s enable trigger user', c.oid::regclass)
    from pg_trigger join pg_class c on c.oid = tgrelid where not tgisinternal and ${ours}
    order by turn, take`);
  return rows;
}

/** Whether a database has no table, view, sequence or index but those of PostgreSQL and its extensions. */
export async function isEmpty(target: Client): Promise<boolean> {
  const { rows } = await target.query<{ isEmpty: boolean }>(`
    select not exists (
      select from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ) as "isEmpty"`);
  return rows[0]?.isEmpty === true;
}
