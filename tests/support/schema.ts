import type pg from 'pg';

/** Rows of PostgreSQL's catalogues about one kind of object, without numbers that differ between databases. */
export type Catalogue = Record<string, unknown[]>;

const ours = (column: string) => `${column} = 'public'::regnamespace`;

/**
 * Statements that return every property of an object, including the order of creation where it has an effect.
 * Conditions are written without unnecessary brackets, because PostgreSQL keeps the brackets of a statement.
 */
const descriptions: Record<string, string> = {
  relations: `select relname, relkind, relpersistence, reloptions, relreplident, relrowsecurity, relforcerowsecurity,
      relhasrules, relhastriggers, relhassubclass, relispartition, relacl::text, relowner::regrole::text, a.amname,
      reltablespace
    from pg_class left join pg_am a on a.oid = relam where ${ours('relnamespace')} order by relname`,
  columns: `select attrelid::regclass::text as relation, row_number() over (partition by attrelid order by attnum) as place,
      attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attcollation::regcollation::text,
      attstorage, attcompression, attstattarget, attoptions, attacl::text, pg_get_expr(adbin, adrelid)
    from pg_attribute join pg_class c on c.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${ours('relnamespace')} and relkind <> 'i' and attnum > 0 and not attisdropped order by relation, place`,
  constraints: `select conrelid::regclass::text as relation, conname, contype, pg_get_constraintdef(oid, true), condeferrable,
      condeferred, convalidated, connoinherit, conislocal, conindid::regclass::text
    from pg_constraint where ${ours('connamespace')} order by relation, conname`,
  indexes: `select indrelid::regclass::text as relation, row_number() over (partition by indrelid order by indexrelid) as place,
      pg_get_indexdef(indexrelid), indisunique, indisprimary, indisexclusion, indimmediate, indisclustered, indisvalid,
      indisready, indislive, indisreplident, indnullsnotdistinct
    from pg_index join pg_class c on c.oid = indrelid where ${ours('relnamespace')} order by relation, place`,
  triggers: `select tgrelid::regclass::text as relation, tgname, pg_get_triggerdef(t.oid, true), tgenabled
    from pg_trigger t join pg_class c on c.oid = tgrelid where ${ours('relnamespace')} and not tgisinternal
    order by relation, tgname`,
  // References are checked in the order of the names of their internal triggers, which contain numbers.
  references: `select tgrelid::regclass::text as relation, row_number() over (partition by tgrelid order by tgname) as place,
      conname, tgfoid::regproc::text, tgenabled
    from pg_trigger t join pg_class c on c.oid = tgrelid join pg_constraint k on k.oid = tgconstraint
    where ${ours('relnamespace')} and tgisinternal order by relation, place`,
  functions: `select oid::regprocedure::text as name, case when prokind = 'a' then null when prosqlbody is null
        then pg_get_functiondef(oid) else translate(pg_get_functiondef(oid), '()', '') end, prokind,
      proacl::text, proowner::regrole::text, provolatile, proparallel, procost, prorows, proconfig
    from pg_proc where ${ours('pronamespace')} order by name`,
  views: `select oid::regclass::text as name, pg_get_viewdef(oid) from pg_class
    where ${ours('relnamespace')} and relkind in ('v', 'm') order by name`,
  sequences: `select seqrelid::regclass::text as name, format_type(seqtypid, null), seqstart, seqincrement, seqmax, seqmin,
      seqcache, seqcycle, last_value, refobjid::regclass::text, refobjsubid, deptype
    from pg_sequence join pg_sequences on schemaname = 'public' and sequencename = seqrelid::regclass::text
      left join pg_depend on classid = 'pg_class'::regclass and objid = seqrelid and deptype in ('a', 'i')
    order by name`,
  extensions: `select extname, extversion, extnamespace::regnamespace::text from pg_extension order by extname`,
};

/** Describes every object of a database, of each kind that PostgreSQL has. */
export async function readCatalogue(pool: pg.Pool): Promise<Catalogue> {
  const found: Catalogue = {};
  for (const [kind, query] of Object.entries(descriptions)) {
    found[kind] = (await pool.query({ text: query, rowMode: 'array' })).rows;
  }
  return { ...found, ...(await listObjects(pool)) };
}

/** Lists the identities of all objects that are not PostgreSQL's own, by catalogue, with their comments. */
async function listObjects(pool: pg.Pool): Promise<Catalogue> {
  const { rows: catalogues } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute on attrelid = c.oid and attname = 'oid'
     where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and not relisshared
       and c.oid not in ('pg_trigger'::regclass, 'pg_largeobject_metadata'::regclass) order by 1`,
  );
  const found: Catalogue = {};
  for (const { name } of catalogues) {
    const { rows } = await pool.query({
      rowMode: 'array',
      // Objects of initdb have lower numbers. Tables for large values have names with numbers.
      text: `select identity, obj_description(o.oid, '${name}') from ${name} o,
          pg_identify_object('${name}'::regclass, o.oid, 0)
        where o.oid >= 16384 and identity not like '%pg_toast%' order by 1`,
    });
    found[name] = rows;
  }
  return found;
}

/** Reads the rows of all tables, without times and random values that differ between databases. */
export async function readRows(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and attnum > 0
       and not attisdropped and coalesce(pg_get_expr(adbin, adrelid), '') !~ '\\m(now|gen_random_uuid)\\('
       and (attrelid::regclass::text, attname) not in (('schema_migrations', 'timestamp'))
       and attrelid <> 'graphile_worker.migrations'::regclass
     group by attrelid order by 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name, columns } of tables) {
    const { rows } = await pool.query(`select to_jsonb(o) as row from (select ${columns} from ${name}) o order by 1`);
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}
