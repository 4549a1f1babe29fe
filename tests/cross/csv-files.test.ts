import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpointFiles } from '#server/app/endpoints.ts';
import type { Client } from '#tests/support/client.ts';
import { seatedOrganisation } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { unzip } from '#tests/support/zip.ts';

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

const declared = Object.values(endpointFiles)
  .flatMap((file) => Object.values(file))
  .filter((one) => typeof one === 'object');
const repliesOf = (type: string) => declared.filter(({ responseTypes }) => responseTypes?.includes(type));

it('BILL-21 ADM-15 every CSV file begins with the mark by which spreadsheet programs know its encoding', async () => {
  const { administrator, owner, id } = organisation;
  await portal.database.pool.query(
    `insert into catalogue_imports (id, file_name, format, bytes, user_id, state) overriding system value
     values (${id}, 'a.csv', 'csv', 1, ${administrator.userId}, 'checked')`,
  );
  const files = repliesOf('text/csv');
  expect(files.length).toBeGreaterThan(7);
  const marks: [string, number, string][] = [];
  for (const { path, caller } of files) {
    const client: Client = caller === 'administrator' ? administrator : owner;
    const address = path.replace(':id', String(id));
    const { status, raw } = await client.get(`${address}?${queries[path] ?? ''}`);
    marks.push([path, status, markOf(raw)]);
  }
  expect(marks).toEqual(files.map(({ path }) => [path, 200, 'one mark']));
});

const markOf = (file: Buffer) =>
  ['no mark', 'one mark'][/^\ufeff*/.exec(file.toString())?.[0].length ?? 0] ?? 'several marks';

it('BILL-21 SET-14 LEARN-05 every CSV file in an archive begins with the mark, too', async () => {
  const { owner, id } = organisation;
  const archives: Record<string, () => Promise<string>> = {
    '/api/organisations/:id/evidence': async () => `/api/organisations/${id}/evidence?from=2026-01-01&to=2026-01-31`,
    '/api/user/data-export': async () => {
      await owner.post('/api/user/data-export');
      await portal.runJobs();
      const mail = portal.sentMails.findLast(({ subject }) => subject.startsWith('Your data export'));
      return `/api/user/data-export${/\?token=[\w-]+/.exec(mail?.text ?? '')?.[0]}`;
    },
  };
  for (const { path } of repliesOf('application/zip')) {
    const { status, raw } = await owner.get((await archives[path]?.()) ?? path);
    expect([path, status]).toEqual([path, 200]);
    const files = Object.entries(await unzip(raw)).filter(([name]) => name.endsWith('.csv'));
    expect(files.length).toBeGreaterThan(1);
    expect(files.map(([name, file]) => [name, markOf(file)])).toEqual(files.map(([name]) => [name, 'one mark']));
  }
});
