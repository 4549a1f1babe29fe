import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest } from '#tests/browser/support/test.ts';
import { challenge } from '#tests/support/assistants.ts';

/** Lets members connect assistants. @returns the URL of the protected resource */
async function switchOn(page: Page): Promise<string> {
  await signInAsAdministrator(page.request);
  const saved = await page.request.put('/api/admin/portal-settings', { data: { assistantsMayConnect: true } });
  expect(saved.status()).toBe(200);
  return (await (await page.request.get('/.well-known/oauth-protected-resource')).json()).resource;
}

async function register(request: APIRequestContext, fields: { client_name: string; redirect_uris: string[] }) {
  const registered = await request.post('/oauth/register', { data: fields });
  expect(registered.status()).toBe(201);
  return (await registered.json()).client_id as string;
}

memberTest(
  'MCP-02 HOOK-05 GEN-18 GEN-19 GEN-21 a member decides about an assistant, which gets the answer on this computer, at a website or in an app',
  { tag: '@layout' },
  async ({ page, newPage, check, watch, member }) => {
    const resource = await switchOn(await newPage());
    const program = createServer((_request, response) => response.end('Thank you'));
    program.listen(0, '127.0.0.1');
    await once(program, 'listening');
    const own = `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
    const website = 'https://assistant.example';
    for (const origin of [own, website]) watch.expectForeign(origin);
    watch.allowRefusal('failed GET /callback');
    const redirect_uris = ['http://127.0.0.1/callback', `${website}/callback`, 'notes-app://callback'];
    const client_name = 'Assistant of the harbour office with a long name';
    const client_id = await register(page.request, { client_name, redirect_uris });
    const addressFor = (redirect_uri: string) =>
      `/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri,
        state: 'a b',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        resource,
      })}`;

    const opened = await page.goto(addressFor(`${own}/callback`));
    const policy = opened?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain(`form-action 'self' ${own};`);
    expect(policy).toContain("frame-ancestors 'none'");
    await expect(page.getByRole('heading', { name: `Connect ${client_name}?` })).toBeVisible();
    await expect(page.getByText(member.email)).toBeVisible();
    await expect(page.getByText('Read the catalogue', { exact: true })).toBeVisible();
    await expect(page.getByText(/a program on this computer, and any program/)).toBeVisible();
    await check('the request of an assistant');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${own}/callback?**`);
    expect(page.url()).toMatch(/\?code=[\w-]{43}&state=a\+b&iss=http/);

    // In a tab of its own, which ends at the browser's error page, because the website does not exist.
    const tab = await page.context().newPage();
    await tab.goto(addressFor(`${website}/callback`));
    const asked = tab.waitForRequest((request) => request.url().startsWith(website));
    await tab.getByRole('button', { name: 'Deny' }).click();
    expect((await asked).url()).toMatch(/\?error=access_denied&state=a\+b&iss=/);
    await tab.close();

    await page.goto(addressFor('notes-app://callback'));
    await expect(page.getByText(/the app that opens notes-app: addresses/)).toBeVisible();
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Allow' }).click();
    expect((await answered).headers().location).toMatch(/^notes-app:\/\/callback\?code=/);
    await expect(page.getByRole('heading', { name: `${client_name} gets your answer` })).toBeVisible();
    await check('the answer to an app');

    await page.goto('/settings');
    await expect(page.getByRole('listitem').filter({ hasText: client_name })).toContainText('Last use: Never');
    await check('the settings with an assistant');
    await page.getByRole('button', { name: `Disconnect ${client_name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expectToast(page, 'The assistant is disconnected');
    await expect(page.getByText('You have connected no assistant.')).toBeVisible();

    // Another site cannot show the consent page in a frame.
    watch.expectLog(/frame-ancestors/);
    watch.expectRefusal('failed GET /oauth/authorize');
    await page.goto(own);
    await page.setContent(`<iframe src="${new URL(resource).origin}${addressFor(`${own}/callback`)}"></iframe>`);
    await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true);
    await new Promise((done) => program.close(done));
  },
);

memberTest(
  'MCP-02 HOOK-05 GEN-18 GEN-19 GEN-21 a wrong request, and the assistants of administrators, fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, watch }) => {
    const resource = await switchOn(page);
    const redirect_uri = 'http://127.0.0.1:1/callback';
    const client_name = 'Notes';
    const client_id = await register(page.request, { client_name, redirect_uris: [redirect_uri] });
    const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, resource });
    await page.goto(`/oauth/authorize?${query}`);
    await expect(page.getByRole('heading', { name: 'The assistant asked in a wrong way' })).toBeVisible();
    await check('a wrong request of an assistant');
    watch.expectRefusal('400 GET /api/assistants/request');
    await page.goto(`/oauth/authorize?client_id=${client_id}`);
    await expect(page.getByRole('heading', { name: 'This assistant cannot be connected' })).toBeVisible();
    await check('an assistant that cannot be connected');

    query.set('code_challenge', challenge);
    query.set('code_challenge_method', 'S256');
    const { id } = await (await page.request.get('/api/user')).json();
    const answer = `/oauth/authorize?${query}`;
    const sent = await page.request.post(answer, { form: { answer: 'allow', member: id }, maxRedirects: 0 });
    expect(sent.status()).toBe(303);
    await page.goto('/admin-dashboard/settings/developers');
    const row = page.getByRole('listitem').filter({ hasText: client_name });
    await expect(row).toContainText('1 member, no call yet');
    await check('the assistants of all members');
    await row.getByRole('button', { name: 'Disconnect for all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect for all' }).click();
    await expectToast(page, 'The assistant is disconnected for all');
    await expect(row).toHaveCount(0);
  },
);
