import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAssistant, registerAssistant, requestQuery, sendForm } from '#tests/support/assistants.ts';
import type { Client } from '#tests/support/client.ts';
import { filtered, organisationWithDirectory, patchOf, scimUser } from '#tests/support/directory.ts';
import { Assistant, switchAssistantsOn } from '#tests/support/mcp.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { fillings } from './largest.ts';
import { tell } from './report.ts';
import { measureLeastStall, mostStallMs } from './stalls.ts';
import { liftLimits } from './world.ts';

/** @module-tag long */

// Calls of programs that the API's description does not have, so that `stalls.test.ts` does not find them.

const publicUrl = 'http://portal.test';
let portal: TestPortal;
let member: Client & { userId: number };
beforeAll(async () => {
  portal = await createTestPortal();
  await liftLimits(portal.database);
  await switchAssistantsOn(portal);
  member = await portal.member();
});
afterAll(() => portal.close());

/** Repeats a text up to a number of bytes, with room for the rest of the body. */
const filled = (filling: string, kibibytes: number) => {
  const bytes = kibibytes * 1024 - 1_500;
  const each = Buffer.byteLength(JSON.stringify(filling)) - 2;
  return filling.repeat(Math.floor(bytes / each));
};

type Case = { what: string; send: () => Promise<{ status: number }> };

/** Sends each call several times. @returns the calls that occupied the main thread for too long */
async function tooLongOf(cases: Case[]): Promise<string[]> {
  const found: { what: string; ms: number }[] = [];
  for (const { what, send } of cases) {
    let status = 0;
    const ms = await measureLeastStall(async () => {
      ({ status } = await send());
    });
    expect([what, status]).not.toEqual([what, 413]);
    expect(status, what).toBeLessThan(500);
    found.push({ what: `${status} ${what}`, ms });
  }
  const worst = found.toSorted((one, other) => other.ms - one.ms);
  tell(...worst.slice(0, 3).map(({ what, ms }) => `${ms.toFixed(0)} ms ${what}`));
  return worst.filter(({ ms }) => ms > mostStallMs).map(({ what, ms }) => `${ms.toFixed(0)} ms ${what}`);
}

describe('the main thread', () => {
  it('GEN-29 the main thread is not occupied for more than 50 ms by the largest calls of a directory', async () => {
    const { domain, scim, addUser } = await organisationWithDirectory(portal);
    const id = await addUser('largest');
    const bodies = fillings.flatMap((filling) => {
      const text = filled(filling, 64);
      return [
        ['POST', '/Users', scimUser('new', domain, { displayName: text })],
        ['POST', '/Users', { ...scimUser('new', domain), userName: text }],
        ['POST', '/Users', { ...scimUser('new', domain), name: { givenName: text } }],
        ['PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: text, value: 'x' })],
        ['PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: `emails[${text}].value`, value: 'x' })],
        ['PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'name.givenName', value: text })],
        ['PATCH', `/Users/${id}`, patchOf(...Array.from({ length: 900 }, () => ({ op: 'add', path: 'a', value: '' })))],
        ['GET', filtered(`userName eq "${text.slice(0, 3_000)}"`).slice(0, 12_000), undefined],
        ['GET', filtered('('.repeat(3_000)), undefined],
      ] as const;
    });
    const cases = bodies.map(([method, path, body]) => ({
      what: `${method} ${path.slice(0, 60)} ${JSON.stringify(body)?.slice(0, 200)}`,
      send: () => scim(method, path, body),
    }));
    expect(await tooLongOf(cases)).toEqual([]);
  });

  it('GEN-29 the main thread is not occupied for more than 50 ms by the largest messages of an assistant', async () => {
    const { access_token: token } = await connectAssistant(member, publicUrl);
    const assistant = new Assistant(portal.app, token, { publicUrl });
    const cases = fillings.flatMap((filling) => {
      const text = filled(filling, 15);
      return [
        { what: `search ${filling}`, send: () => assistant.call('search_catalogue', { search: text }) },
        { what: `fetch ${filling}`, send: () => assistant.call('fetch', { id: text }) },
        { what: `tool ${filling}`, send: () => assistant.call(text.slice(0, 1_000).replace(/[^!-~]/g, 'a')) },
        { what: `field ${filling}`, send: () => assistant.call('get_plan', { [text]: 1 }) },
      ];
    });
    expect(await tooLongOf(cases)).toEqual([]);
  });

  it('GEN-29 the main thread is not occupied for more than 50 ms by the largest forms of the consent page and of clients', async () => {
    const clientId = await registerAssistant(member);
    const consent = `/oauth/authorize?${requestQuery(publicUrl, clientId)}`;
    const cases = fillings.flatMap((filling) => {
      const text = filling.repeat(
        Math.floor((15 * 1024) / (new URLSearchParams({ '': filling }).toString().length - 1)),
      );
      const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, place) => [`f${place}`, '']));
      return [
        { what: `answer ${filling}`, send: () => sendForm(member, consent, { answer: text, member: '1' }) },
        { what: `fields ${filling}`, send: () => sendForm(member, consent, many) },
        { what: `code ${filling}`, send: () => sendForm(member, '/oauth/token', { client_id: clientId, code: text }) },
        {
          what: `verifier ${filling}`,
          send: () =>
            sendForm(member, '/oauth/token', {
              grant_type: 'authorization_code',
              client_id: clientId,
              code: 'none',
              code_verifier: text,
            }),
        },
        {
          what: `name ${filling}`,
          send: () =>
            member.post('/oauth/register', { client_name: filled(filling, 15), redirect_uris: ['https://a.test/b'] }),
        },
        {
          what: `address ${filling}`,
          send: () =>
            member.post('/oauth/register', { client_name: 'A', redirect_uris: [`https://${filled(filling, 15)}`] }),
        },
      ];
    });
    expect(await tooLongOf(cases)).toEqual([]);
  });
});
