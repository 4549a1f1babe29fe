import { withClient } from './database.ts';
import { fillResources } from './fill.ts';
import type { Vocabulary } from './words.ts';

/** The one indexed table of the limits, over the same rows as the portal's, and a table to read one row by key of. */
export async function insertLimitFixtures(connectionString: string, count: number, words: Vocabulary): Promise<void> {
  await withClient(connectionString, (client) =>
    client.query(`
      create table resources (
        id integer generated always as identity primary key, title text, description text, type text, access_type text,
        price_minor integer, monthly_price_minor integer, annual_price_minor integer, currency text,
        estimated_duration integer, thumbnail_url text, tags text[], role_affiliations text[], rapp_principles text[],
        rapp_implementation_phase text[], is_published boolean, created_at timestamptz,
        words tsvector generated always as (to_tsvector('simple', title || ' ' || description)) stored
      );
      create index on resources (created_at desc);
      create index on resources (type, access_type, created_at desc);
      create index on resources using gin (words);
      create table keys (key bytea primary key, id integer);
      insert into keys select sha256(convert_to('bench-session-' || id, 'UTF8')), id from generate_series(1, 3000) as id;
    `),
  );
  await fillResources(connectionString, { table: 'resources', count, words });
}
