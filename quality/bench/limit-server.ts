/**
 * The minimum cost: bare Fastify routes over pg with prepared statements, without validation, sessions and checked
 * responses. Started by run.ts with DATABASE_URL and PORT.
 */
import { createHash } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();

const columns = `id, title, description, type, access_type, price_minor, monthly_price_minor, annual_price_minor,
  currency, created_at, estimated_duration, thumbnail_url, tags, role_affiliations, rapp_principles,
  rapp_implementation_phase, is_published`;

async function readRows(name: string, text: string, values: unknown[]): Promise<unknown[]> {
  return (await pool.query({ name, text, values })).rows;
}

app.get('/readyz', async () => ({}));

app.get('/list', () => readRows('list', `select ${columns} from resources order by created_at desc limit 12`, []));

app.get('/filter', ({ query }: FastifyRequest<{ Querystring: Record<string, string> }>) =>
  readRows(
    'filter',
    `select ${columns} from resources where type = $1 and access_type = $2 and $3 = any (rapp_principles)
     order by created_at desc limit 12`,
    [query.type, query.accessType, query.rappPrinciples],
  ),
);

app.get('/search', ({ query }: FastifyRequest<{ Querystring: { search: string } }>) =>
  readRows(
    'search',
    `with found as materialized (select id, created_at from resources where words @@ plainto_tsquery('simple', $1) limit 5000),
       page as (select id from found order by created_at desc limit 12)
     select ${columns} from resources join page using (id) order by created_at desc`,
    [query.search],
  ),
);

app.get('/one/:id', async ({ params }: FastifyRequest<{ Params: { id: string } }>) => {
  const [row] = await readRows('one', `select ${columns} from resources where id = $1`, [params.id]);
  return row;
});

/** The portal's response for its cached list, which run.ts passes; sent after one row was read by its key. */
let readyBytes = Buffer.from('[]');
app.put('/ready-bytes', async ({ body }) => {
  readyBytes = Buffer.from(JSON.stringify(body));
  return {};
});
app.get('/ready-bytes', async (request, reply) => {
  const secret = request.headers.cookie?.slice('session='.length) ?? '';
  await readRows('key', 'select id from keys where key = $1', [createHash('sha256').update(secret).digest()]);
  return reply.type('application/json; charset=utf-8').send(readyBytes);
});

/** Verifies a password and does no other work. */
app.post('/hash', async ({ body }: FastifyRequest<{ Body: { hash: string; password: string } }>) => ({
  isRight: await verify(body.hash, body.password),
}));

process.once('SIGTERM', () => process.exit(0));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
