import type { Database } from '#server/platform/database/db.ts';

export type Reply<Body = Record<string, unknown>> = { status: number; body: Body; retryAfter: string | null };

/** A signed-in browser with a separate IP address. */
export type Person = {
  userId: number;
  /** Value of the session's cookie. */
  secret: string;
  /** @throws when there was no response */
  call<Body = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Reply<Body>>;
  /** Returns the same person at one node, without the proxy. */
  at(origin: string): Person;
};

type Wanted = { origin: string; count: number; role?: 'user' | 'administrator' };

let made = 0;

/** Adds members with a session each, without hashing passwords. */
export async function addPeople({ pool }: Pick<Database, 'pool'>, { origin, count, role }: Wanted): Promise<Person[]> {
  made += 1;
  const batch = `${process.pid}-${made}`;
  const { rows } = await pool.query<{ id: number; secret: string }>(
    `with people as (
       insert into users (email, password_hash, first_name, last_name, organization, email_verified_at, role)
       select 'person-' || $1::text || '-' || n || '@faults.example', null, 'Mira', 'Tollander', 'Harbour Trust', now(), $3
       from generate_series(1, $2::integer) as n returning id),
     sessions as (
       insert into sign_in_sessions (user_id, token_hash, ip, user_agent)
       select id, sha256(convert_to('faults-' || $1::text || '-' || id, 'UTF8')), '127.0.0.1', 'faults' from people)
     select id, 'faults-' || $1::text || '-' || id as secret from people order by id`,
    [batch, count, role ?? 'user'],
  );
  return rows.map(({ id, secret }) => personAt(origin, { userId: id, secret }));
}

function personAt(origin: string, { userId, secret }: { userId: number; secret: string }): Person {
  // Each person has another network, because networks have separate limits.
  const address = `10.${(userId >> 16) & 255}.${(userId >> 8) & 255}.${userId & 255}`;
  return {
    userId,
    secret,
    at: (other) => personAt(other, { userId, secret }),
    call: async <Body>(method: string, path: string, body?: object) => {
      const reply = await fetch(`${origin}${path}`, {
        method,
        headers: {
          cookie: `session=${secret}`,
          'x-forwarded-for': address,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = await reply.text();
      // Safe cast, because the caller names the type that it uses.
      const parsed = (reply.headers.get('content-type')?.includes('json') ? JSON.parse(answer) : {}) as Body;
      return { status: reply.status, body: parsed, retryAfter: reply.headers.get('retry-after') };
    },
  };
}
