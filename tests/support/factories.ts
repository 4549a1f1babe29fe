import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Insertable, Selectable } from 'kysely';
import { bumpCatalogueVersion } from '#server/catalogue/catalogue/store.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Database } from '#server/platform/database/db.ts';

type New<Table extends keyof Tables> = Partial<Insertable<Tables[Table]>>;
type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** Adds a published free report with the given fields; lists contain it at once. */
export function insertResource(database: Database, fields: New<'resources'> = {}): Promise<Row<'resources'>> {
  const values: Insertable<Tables['resources']> = {
    title: 'A report',
    description: 'What was found out.',
    type: 'report',
    access_type: 'free',
    currency: 'GBP',
    is_published: true,
    ...fields,
  };
  return database.transaction(async (db) => {
    const row = await db.kysely.insertInto('resources').values(values).returningAll().executeTakeFirstOrThrow();
    await bumpCatalogueVersion(db);
    return row;
  });
}

/** Changes a resource as an administrator would; lists contain the change at once. */
export function updateResource(database: Database, id: number, fields: New<'resources'>): Promise<void> {
  return database.transaction(async (db) => {
    await db.kysely.updateTable('resources').set(fields).where('id', '=', id).execute();
    await bumpCatalogueVersion(db);
  });
}

/** Adds a text of one paragraph to a resource; lists and pages contain it at once. */
export async function insertArticle(database: Database, resourceId: number, words: string): Promise<void> {
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] };
  await database.db.kysely
    .insertInto('articles')
    .values({ resource_id: resourceId, document: JSON.stringify(document) })
    .execute();
  await updateResource(database, resourceId, { reading_minutes: 1 });
}

export function insertProduct(
  database: Database,
  fields: New<'online_products'> = {},
): Promise<Row<'online_products'>> {
  const values: Insertable<Tables['online_products']> = {
    name: 'Readiness assessment',
    description: 'Twelve questions.',
    slug: randomUUID(),
    tool_type: 'embedded',
    configuration: JSON.stringify({ toolUrl: 'https://tools.example.org/readiness' }),
    ...fields,
  };
  return database.db.kysely.insertInto('online_products').values(values).returningAll().executeTakeFirstOrThrow();
}

type Holding = { userId: number; resourceId: number };

/** Adds a paid purchase with its payment attempt and consent. */
export function insertPurchase(
  database: Database,
  { userId, resourceId, ...fields }: Holding & New<'purchases'>,
): Promise<Row<'purchases'>> {
  const paid = {
    user_id: userId,
    resource_id: resourceId,
    amount_minor: 1999,
    currency: 'GBP',
    stripe_payment_intent_id: `pi_${randomUUID().replaceAll('-', '')}`,
  };
  return database.transaction(async ({ kysely }) => {
    const attempt = await kysely
      .insertInto('payment_attempts')
      .values({ ...paid, status: 'succeeded', amount_received_minor: paid.amount_minor, succeeded_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('order_consents')
      .values({ user_id: userId, attempt_id: attempt.id, text_version: 'not asked' })
      .execute();
    return kysely
      .insertInto('purchases')
      .values({ ...paid, attempt_id: attempt.id, ...fields })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Adds an active grant without end, with the given fields. */
export function insertGrant(
  database: Database,
  { userId, resourceId, ...fields }: Holding & New<'access_grants'>,
): Promise<Row<'access_grants'>> {
  return database.db.kysely
    .insertInto('access_grants')
    .values({ user_id: userId, resource_id: resourceId, reason: 'For a pilot group', ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Stored = { database: Database; blobFolder: string };

/** Adds an uploaded document with stored bytes and the given fields. */
export async function insertDocument(
  { database, blobFolder }: Stored,
  { content = 'the file itself', ...fields }: New<'files'> & { content?: string } = {},
): Promise<Row<'files'>> {
  const id = randomUUID();
  await writeFile(path.join(blobFolder, id), content);
  return database.db.kysely
    .insertInto('files')
    .values({
      id,
      kind: 'document',
      name: 'notes.txt',
      content_type: 'text/plain; charset=utf-8',
      bytes: Buffer.byteLength(content),
      sha256: Buffer.alloc(32, 7),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
