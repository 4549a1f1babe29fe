import type { Insertable } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { Client } from './client.ts';
import { insertProduct, insertResource } from './factories.ts';

export type TestTool = { resourceId: number; onlineProductId: number };

type Parts = {
  resource?: Partial<Insertable<Tables['resources']>>;
  product?: Partial<Insertable<Tables['online_products']>>;
};

/** Adds a published free online tool with an active product and the given fields. */
export async function insertTool(database: Database, { resource, product }: Parts = {}): Promise<TestTool> {
  const { id: onlineProductId } = await insertProduct(database, product);
  const fields = { title: 'Canvas', type: 'online_tool', online_product_id: onlineProductId, ...resource } as const;
  return { resourceId: (await insertResource(database, fields)).id, onlineProductId };
}

/** Requests a token for a tool as the member. */
export async function tokenFor(member: Client, tool: TestTool): Promise<string> {
  const { status, body } = await member.post('/api/tools/generate-token', tool);
  if (status !== 200 || typeof body.token !== 'string') throw new Error(`No token: ${JSON.stringify(body)}`);
  return body.token;
}

/** Makes all tokens older by an interval of PostgreSQL, as if they had been issued and last used that long ago. */
export async function ageTokens(database: Database, interval: string): Promise<void> {
  await database.pool.query(
    'update tool_tokens set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
    [interval],
  );
}
