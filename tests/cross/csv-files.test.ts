import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpointFiles } from '#server/app/endpoints.ts';
import type { Client } from '#tests/support/client.ts';
import { seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let organisation: Awaited<ReturnType<typeof seatedOrganisation>>;
beforeAll(async () => {
  portal = await createTestPortal();
  organisation = await seatedOrganisation(portal);
});
afterAll(() => portal.close());

/** Queries of calls that are rejected without one. */
const queries: Record<string, string> = {
  '/api/admin/accounts/csv': 'part=entries&month=2026-01',
  '/api/admin/catalogue-export': 'format=csv',
};

it('BILL-21 ADM-15 every CSV file begins with the mark by which spreadsheet programs know its encoding', async () => {
  const { administrator, owner, id } = organisation;
  await portal.database.pool.query(
    `insert into catalogue_imports (id, file_name, format, bytes, user_id, state) overriding system value
     values (${id}, 'a.csv', 'csv', 1, ${administrator.userId}, 'checked')`,
  );
  const declared = Object.values(endpointFiles).flatMap((file) => Object.values(file));
  const endpoints = declared.filter((one) => typeof one === 'object');
  const files = endpoints.filter(({ replyTypes }) => replyTypes?.includes('text/csv'));
  expect(files.length).toBeGreaterThan(7);
  const marks: [string, number, string][] = [];
  for (const { path, caller } of files) {
    const client: Client = caller === 'administrator' ? administrator : owner;
    const address = path.replace(':id', String(id));
    const { status, raw } = await client.get(`${address}?${queries[path] ?? ''}`);
    marks.push([path, status, raw.subarray(0, 3).toString('hex')]);
  }
  expect(marks).toEqual(files.map(({ path }) => [path, 200, 'efbbbf']));
});
