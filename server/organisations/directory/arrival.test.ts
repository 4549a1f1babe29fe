import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '#server/platform/context.ts';
import { organisationWithDirectory, patchOf } from '#tests/support/directory.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { askDirectory, linkDirectoryPerson } from './actions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const context = (): Context => ({
  db: portal.database.db,
  now: new Date(),
  actor: null,
  origin: { ip: '127.0.0.1', requestId: 'arrival' },
});

it('SCIM-02 a directory refuses people inactive or missing in it while a token is in use, and says nothing without one', async () => {
  const { id: organisationId, domain, scim, addUser, addInside } = await organisationWithDirectory(portal);
  const ask = (externalId: string | null, name: string) =>
    askDirectory(context(), { organisationId, externalId, address: `${name}@${domain}` });
  expect(await ask('E-1', 'ada')).toEqual({ kind: 'none' });
  const ada = await addUser('ada', { externalId: 'E-1' });
  expect(await ask('E-9', 'missing')).toEqual({ kind: 'refused' });
  // A person is found by the claim, whatever the address, and by the address where no record has the claim.
  const known = { kind: 'known', recordId: ada, userId: null, isMade: false };
  expect(await ask('E-1', 'ada.new')).toEqual(known);
  expect(await ask(null, 'ADA')).toEqual(known);
  expect(await askDirectory(context(), { organisationId, externalId: null, address: null })).toEqual({
    kind: 'refused',
  });
  // Two records with one externalId name no person.
  await addUser('bea', { externalId: 'E-1' });
  expect(await ask('E-1', 'missing')).toEqual({ kind: 'refused' });
  const { userId } = await addInside('other');
  await linkDirectoryPerson(context(), ada, userId);
  expect(await ask(null, 'ada')).toEqual({ ...known, userId });
  await scim('PATCH', `/Users/${ada}`, patchOf({ op: 'replace', path: 'active', value: false }));
  expect(await ask(null, 'ada')).toEqual({ kind: 'refused' });
});
