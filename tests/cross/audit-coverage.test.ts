import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endpointFiles } from '#server/app/endpoints.ts';
import { isEndpoint } from '#server/platform/http/openapi.ts';
import { isDenied, type MatrixRow, readMatrix, requestOf, routeName } from '#tests/support/matrix.ts';
import { createRoles, type Roles } from '#tests/support/roles.ts';
import { seed } from '#tests/support/seed.ts';

type Route = { name: string; rows: MatrixRow[] };

/**
 * Lists every writing endpoint for administrators that is not in `elsewhere`, with the matrix's calls of it that are
 * not rejected.
 */
function listRoutes(): Route[] {
  return Object.values(endpointFiles)
    .flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))
    .filter(
      ({ caller, method, path }) =>
        caller === 'administrator' &&
        method !== 'GET' &&
        !reading.has(`${method} ${path}`) &&
        !elsewhere.has(`${method} ${path}`),
    )
    .map((endpoint) => {
      const name = routeName({ ...endpoint, path: endpoint.path.replace(/:(\w+)/g, '{$1}') });
      return { name, rows: matrix.filter((row) => routeName(row) === name && !isDenied(row.expect.administrator)) };
    });
}

const matrix = readMatrix();

/** Statements that prepare a call so that it has something to change. */
const situations: Record<string, (values: Roles['values']) => string> = {
  'DELETE /api/admin/users/{}/notes/{}': (values) =>
    `insert into member_notes (id, user_id, author_id, text) overriding system value
     values (1, ${values['member.id']}, ${values['administrator.id']}, 'Asked for an invoice')`,
  'DELETE /api/admin/users/{}/two-factor': (values) =>
    `update users set two_factor_enabled_at = now() where id = ${values['user.scratch.id']}`,
  'POST /api/admin/subscriptions/{}/reactivate': (values) =>
    `update subscriptions set suspended_at = now(), suspended_reason = 'test' where id = ${values['member.subscription.id']}`,
};

/**
 * Tables that a call changes even when it is rejected, because it first asks the provider for the current state and
 * records that.
 */
const looked: Record<string, readonly string[]> = {
  'POST /api/admin/users/{}/purchases/{}/refund': ['payment_attempts', 'analytics_changes'],
  'POST /api/admin/subscriptions/{}/refund': [
    'subscriptions',
    'subscription_states',
    'invoices',
    'analytics_changes',
    'recurring_changes',
  ],
};

/** Calls that change nothing, but use POST because their body is too large for a URL or because they ask a provider. */
const reading = new Set([
  'POST /api/admin/content/check',
  'POST /api/admin/connections/discovery',
  'POST /api/admin/resources/:id/check/import/preview',
]);

/**
 * Calls that need a provider or a DNS record; `portal-connections.test.ts` and `domains.test.ts` read their entries.
 */
const elsewhere = new Set([
  'POST /api/admin/connections',
  'POST /api/admin/connections/:connectionId/test',
  'POST /api/admin/organisations/:id/domains/move',
]);

/** The log itself, the version of cached lists, and blobs that no row names. */
const besides = new Set(['audit_log', 'catalogue_version', 'unclaimed_blobs']);

const routes = listRoutes();
let world: Roles;

async function query<Row extends object>(text: string): Promise<Row[]> {
  return (await world.portal.database.pool.query<Row>(text)).rows;
}

/** Makes every call of a route. Yields the number of audit entries that each added, and the other tables it changed. */
async function* callsOf({ name, rows }: Route) {
  for (const row of rows) {
    const prepared = situations[name]?.(world.values);
    if (prepared) await query(prepared);
    const former = prepared ? await world.snapshot.fingerprint() : null;
    const [{ last = 0 } = {}] = await query<{ last: number }>('select max(id)::integer as last from audit_log');
    const { status } = await world.clientOf('administrator').send(await requestOf(row, 'administrator', world));
    const added = await query(
      `select id from audit_log where id > ${last} and actor_user_id = ${world.values['administrator.id']}`,
    );
    const present = former ? await world.snapshot.fingerprint() : {};
    const restored = await world.snapshot.restore();
    const changed = former ? Object.keys(former).filter((table) => present[table] !== former[table]) : restored;
    const own = changed.filter((table) => !besides.has(table) && !looked[name]?.includes(table));
    yield { call: `${row.method} ${row.path} (${status})`, added: added.length, changed: own };
  }
}

it('the authorisation matrix calls every administrator route that writes', () => {
  expect(routes.length).toBeGreaterThan(25);
  expect(routes.filter(({ rows }) => rows.length === 0).map(({ name }) => name)).toEqual([]);
});

describe('the audit log', () => {
  // Each test has its own payment provider, because objects that a call ends there stay ended.
  beforeEach(async () => {
    world = await createRoles();
  });
  afterEach(() => world.close());

  it('every administrator call that changes something leaves an audit entry with its caller', async () => {
    const silent: string[] = [];
    for (const route of routes) {
      let total = 0;
      for await (const { call, added, changed } of callsOf(route)) {
        total += added;
        if (changed.length > 0 && added === 0) silent.push(`${call} changed ${changed.join(', ')}`);
      }
      if (total === 0) silent.push(`${route.name}: no call of the matrix left an entry`);
    }
    expect(silent).toEqual([]);
  });

  it('one administrator call in eight, others each day, changes nothing when its audit entry cannot be written: both are one transaction', async () => {
    await expectNothingWithoutEntry(routes.filter((_, index) => index % 8 === seed % 8));
  });

  it('an administrator call changes nothing when its audit entry cannot be written: both are one transaction', {
    tags: 'long',
  }, async () => {
    await expectNothingWithoutEntry(routes);
  });
});

async function expectNothingWithoutEntry(called: readonly Route[]): Promise<void> {
  await world.portal.database.owner.query(`create function refuse_entries() returns trigger language plpgsql as $$ begin raise 'No entry'; end $$;
    create trigger refused before insert on audit_log for each row execute function refuse_entries()`);
  const changedAlone: string[] = [];
  for (const route of called) {
    for await (const { call, changed } of callsOf(route)) {
      if (changed.length > 0) changedAlone.push(`${call} changed ${changed.join(', ')}`);
    }
  }
  expect(changedAlone).toEqual([]);
}
