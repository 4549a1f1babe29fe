import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

/**
 * Calls whose address has a secret, with the reason. docs/security.md names them (V14.2.1), because proxies and access
 * logs keep addresses.
 */
const exceptions: Record<string, string> = {
  'GET /api/public/certificates/{code}': 'made to be given to others, as the page that shows it',
  'GET /api/public/certificates/{code}/badge.json': 'the same',
  'GET /api/public/certificates/{code}/badge.png': 'the same',
  'GET /api/unsubscribe': 'a link in a mail that mail programs open (RFC 2369); leads to a page and changes nothing',
  'POST /api/unsubscribe': 'mail programs send it to the address of that link (RFC 8058); ends mails alone',
  'GET /api/user/data-export': 'the browser saves a file; nothing without a session of that member',
  'GET /api/verify-email': 'a link in a mail; leads to a page and changes nothing',
  'POST /api/invitations/{token}/accept':
    'the address that ORG-03 gives; uses the link up, and the web app calls another',
};

type Description = { paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>> };

it('V14.2.1 no call has a secret in its address, apart from those whose form others prescribe', async () => {
  const { body } = await portal.visitor().get<Description>('/api/openapi.json');
  const calls = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      call: `${method.toUpperCase()} ${path}`,
      parameters,
    })),
  );
  expect(calls.length).toBeGreaterThan(300);
  const secret = /^(.*[a-z])?(token|secret|code|password|signature|key)$/i;
  const found = calls.filter(({ parameters }) =>
    parameters.some(({ name, in: place }) => place !== 'header' && secret.test(name)),
  );
  expect(found.map(({ call }) => call).toSorted()).toEqual(Object.keys(exceptions).toSorted());
});
