import type pg from 'pg';
import { type Plan, whyNull } from './nullability.ts';

/** A column of a statement's result, as PostgreSQL describes it. */
export type Column = {
  name: string;
  /** Type as the driver reads it. */
  typeId: number;
  /** Column of a table that it comes from, such as `users.email`; null when it is computed. */
  origin: string | null;
  /** Why it can be null, as far as PostgreSQL's plan shows it. */
  whyNull: string | null;
};

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number };

/** Asks PostgreSQL for the columns of a statement, which is parsed and not run. */
class Question implements pg.Submittable {
  fields: Field[] = [];
  readonly text: string;
  readonly done: (error: Error | null) => void;

  constructor(text: string, done: (error: Error | null) => void) {
    this.text = text;
    this.done = done;
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields = fields;
  }

  handleError(error: Error): void {
    this.done(error);
  }

  handleReadyForQuery(): void {
    this.done(null);
  }
}

async function fieldsOf(client: pg.PoolClient, text: string): Promise<Field[]> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const question = client.query(new Question(text, (error) => (error ? reject(error) : resolve())));
  await promise;
  return question.fields;
}

export type Describe = (text: string) => Promise<Column[]>;

/** Returns a function that describes statements, none of which is run. */
export async function describer(client: pg.PoolClient): Promise<Describe> {
  const { rows } = await client.query<{ key: string; name: string; isRequired: boolean }>(
    `select attrelid || '.' || attnum as key, attrelid::regclass || '.' || attname as name, attnotnull as "isRequired"
     from pg_attribute join pg_class c on c.oid = attrelid where attnum > 0 and relkind in ('r', 'p')`,
  );
  const columns = new Map(rows.map(({ key, name }) => [key, name]));
  const nullable = new Set(rows.filter(({ isRequired }) => !isRequired).map(({ name }) => name));
  return async (text) => {
    const fields = await fieldsOf(client, text);
    if (fields.length === 0) return [];
    const { rows: plans } = await client.query(`explain (generic_plan, verbose, costs off, format json) ${text}`);
    const plan: Plan = plans[0]['QUERY PLAN'][0].Plan;
    return fields.map(({ name, tableID, columnID, dataTypeID }, index) => ({
      name,
      typeId: dataTypeID,
      origin: columns.get(`${tableID}.${columnID}`) ?? null,
      whyNull: whyNull(index, plan, nullable),
    }));
  };
}
