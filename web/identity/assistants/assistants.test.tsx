import { screen, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { listOwnKeys } from '#contract/identity/api-keys.endpoints.ts';
import { listPortalKeys } from '#contract/identity/api-keys-admin.endpoints.ts';
import { disconnectAssistant, listAssistants, readAssistantRequest } from '#contract/identity/assistants.endpoints.ts';
import type { Assistant, AssistantRequest } from '#contract/identity/assistants.ts';
import { disconnectAssistantClient, listAssistantClients } from '#contract/identity/assistants-admin.endpoints.ts';
import { savePortalSettings } from '#contract/identity/settings-admin.endpoints.ts';
import type { SavedPortalSettings } from '#contract/identity/settings-admin.ts';
import { listPortalWebhooks } from '#contract/operations/webhooks-admin.endpoints.ts';
import { forSettings } from '#tests/support/web/answers.ts';
import { administrator } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';
import { clientUseText, placeText, warningOf } from './display.ts';

const assistant = (changed: Partial<Assistant> = {}): Assistant => ({
  id: 3,
  name: 'Harbourmind',
  host: 'harbourmind.example',
  scopes: ['catalogue:read', 'library:read'],
  connectedAt: '2026-11-05T09:00:00.000Z',
  lastUse: { on: '2026-11-14', network: '203.0.113.0/24' },
  ...changed,
});
const config = { assistants: true };

test('MCP-02 HOOK-05 Settings list the assistants, disconnect one after a question, and a refusal keeps it', async () => {
  let rows = [assistant(), assistant({ id: 4, name: 'Notes', host: null, lastUse: null })];
  const { user } = await renderPortal('/settings', {
    config,
    answers: [
      ...forSettings(),
      answer(listOwnKeys, []),
      answer(listAssistants, () => rows),
      refuse(disconnectAssistant, 'assistants.not-found'),
    ],
  });
  const region = await screen.findByRole('region', { name: 'Keys and assistants' });
  const [first, second] = await within(region).findAllByRole('listitem');
  expect(first).toHaveTextContent(
    /^Harbourmind harbourmind\.example.*Read the catalogue · Read your library.*Connected 05 Nov 2026Last use: 14 Nov 2026, from 203\.0\.113\.0\/24/,
  );
  expect(within(region).getByRole('textbox', { name: 'Address for assistants' })).toHaveValue(`${location.origin}/mcp`);
  expect(second).toHaveTextContent(/^Notes \(name not verified\).*Last use: Never/);
  await user.click(within(region).getByRole('button', { name: 'Disconnect Harbourmind' }));
  const dialog = await screen.findByRole('dialog', { name: 'Disconnect Harbourmind?' });
  expect(callsOf(disconnectAssistant)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
  expect(await within(dialog).findByRole('alert')).toBeVisible();
  rows = rows.slice(1);
  serve(answer(disconnectAssistant, { message: 'The assistant is disconnected.' }));
  await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
  await expectToast('The assistant is disconnected');
  expect(callsOf(disconnectAssistant).map(({ params }) => params)).toEqual([{ id: '3' }, { id: '3' }]);
  expect(within(region).queryByText('Harbourmind')).toBeNull();
});

test('MCP-01 HOOK-05 Settings show no assistants while the portal connects none', async () => {
  await renderPortal('/settings', { answers: [...forSettings(), answer(listOwnKeys, [])] });
  expect(await screen.findByText(/^You have no key/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Assistants' })).toBeNull();
  expect(callsOf(listAssistants)).toEqual([]);
});

const forDevelopers = [answer(listPortalKeys, []), answer(listPortalWebhooks, [])];

test('MCP-02 HOOK-05 Developers list the assistants of all members and disconnect one for all', async () => {
  const { user } = await renderPortal('/admin-dashboard/settings/developers', {
    as: administrator(),
    config,
    answers: [...forDevelopers, fail(listAssistantClients)],
  });
  expect(await screen.findByText('The assistants could not be loaded')).toBeVisible();
  const { id, name, host, scopes } = assistant();
  serve(
    answer(listAssistantClients, [{ id, name, host, scopes, members: 27, lastUsedOn: '2026-11-14' }]),
    answer(disconnectAssistantClient, { message: 'The assistant is disconnected for all members.' }),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('27 members, last call 14 Nov 2026')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Address for assistants' })).toHaveValue(`${location.origin}/mcp`);
  await user.click(screen.getByRole('button', { name: 'Disconnect for all Harbourmind' }));
  const dialog = await screen.findByRole('dialog', { name: 'Disconnect Harbourmind for all?' });
  expect(dialog).toHaveTextContent('for 27 members');
  serve(answer(listAssistantClients, []));
  await user.click(within(dialog).getByRole('button', { name: 'Disconnect for all' }));
  expect(await screen.findByText('No member has connected an assistant.')).toBeVisible();
  expect(callsOf(disconnectAssistantClient).map(({ params }) => params)).toEqual([{ id: '3' }]);
});

const texts = ['tagline', 'signInText', 'supportEmail', 'termsUrl', 'privacyUrl', 'publisherName', 'publisherAddress'];
const pictures = ['publisherTaxId', 'brandColour', 'logoFileId', 'darkLogoFileId', 'faviconFileId', 'introduction'];
const savedSettings = {
  ...Object.fromEntries(
    [...texts, ...pictures, 'cancelOfferPercent', 'savedAt', 'savedBy'].map((name) => [name, null]),
  ),
  ...{ productName: 'RAPP Learning', catalogueIsPublic: true, assessmentIsPublic: true, registration: 'open' },
  ...{ registrationDomains: [], unknownOrganisationsInvite: true, assistantsMayConnect: true, searchSynonyms: [] },
  ...{ cancelOfferPayments: 1, pinnedResourceIds: [], version: 7, setByOperator: [] },
} as unknown as SavedPortalSettings;

test('MCP-01 HOOK-05 Developers let members connect assistants by a switch, which stays when it is refused', async () => {
  const { user } = await renderPortal('/admin-dashboard/settings/developers', {
    as: administrator(),
    answers: [...forDevelopers, refuse(savePortalSettings, 'portal.set-by-operator')],
  });
  const mayConnect = await screen.findByRole('switch', { name: 'Members may connect assistants' });
  expect(mayConnect).not.toBeChecked();
  await user.click(mayConnect);
  await expectToast('The setting was not changed');
  expect(mayConnect).not.toBeChecked();
  serve(answer(savePortalSettings, savedSettings));
  await user.click(mayConnect);
  await expectToast('Members may connect assistants');
  expect(callsOf(savePortalSettings).map(({ body }) => body)).toEqual([
    { assistantsMayConnect: true },
    { assistantsMayConnect: true },
  ]);
});

const query = 'response_type=code&client_id=c&redirect_uri=notes-app%3A%2F%2Fcallback&state=a+b';
const request = (changed: Partial<AssistantRequest> = {}): AssistantRequest => ({
  name: 'Notes',
  host: null,
  returnsTo: { kind: 'app', name: 'notes-app:' },
  scopes: ['catalogue:read', 'progress:write'],
  refusal: null,
  needsConfirmation: false,
  ...changed,
});

test('MCP-02 the page names the client, the place of the answer and what it may do, and sends the form once', async () => {
  const { user } = await renderPortal(`/oauth/authorize?${query}`, {
    config,
    answers: [answer(readAssistantRequest, request())],
  });
  expect(await screen.findByRole('heading', { name: 'Connect Notes?', level: 1 })).toBeVisible();
  expect(callsOf(readAssistantRequest).at(-1)?.query.get('state')).toBe('a b');
  const page = screen.getByRole('main');
  expect(page).toHaveTextContent('Notes (not verified)');
  expect(page).toHaveTextContent('ines.kaldor@example.org');
  expect(page).toHaveTextContent('An app on this device (notes-app:)');
  expect(page).toHaveTextContent('Read the catalogueSave resources and mark them as finished');
  const form = page.querySelector('form') as HTMLFormElement;
  expect(form).toHaveAttribute('action', `/oauth/authorize?${query}`);
  expect(form.method).toBe('post');
  expect(new FormData(form).get('member')).toBe('7');
  const sent = vi.fn((event: Event) => event.preventDefault());
  addEventListener('submit', sent);
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByRole('heading', { name: 'Notes gets your answer' })).toBeVisible();
  expect(sent).toHaveBeenCalledTimes(1);
  removeEventListener('submit', sent);
});

test('MCP-02 a request that is not valid is explained, with a way back to the client', async () => {
  const rejection = { message: 'resource must be x.', returnUrl: 'notes-app://callback?error=invalid_target' };
  await renderPortal(`/oauth/authorize?${query}`, {
    config,
    answers: [answer(readAssistantRequest, request({ refusal: rejection }))],
  });
  expect(await screen.findByText('Notes cannot be connected. Tell its maker: resource must be x.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go back to the app on this device' })).toHaveAttribute(
    'href',
    rejection.returnUrl,
  );
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});

test('MCP-02 an unknown client and a portal without assistants say what to do', async () => {
  await renderPortal(`/oauth/authorize?${query}`, {
    config,
    answers: [refuse(readAssistantRequest, 'assistants.unknown-client')],
  });
  expect(await screen.findByText(/^The portal does not know this assistant\. Remove the connection/)).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  await renderPortal(`/oauth/authorize?${query}`);
  expect(await screen.findByText('This portal does not connect assistants. Ask its administrators.')).toBeVisible();
});

test('MCP-02 texts say where an answer goes and what a member must judge', () => {
  const website = { kind: 'website', name: 'notes.example' } as const;
  expect(placeText(website)).toBe('notes.example');
  expect(warningOf(website, 'notes.example')).toBeNull();
  expect(warningOf(website, null)).toBe('This name is not verified. Allow this only if you know notes.example.');
  const computer = { kind: 'computer', name: '127.0.0.1:80' } as const;
  expect(placeText(computer)).toBe('A program on this computer (127.0.0.1:80)');
  expect(warningOf(computer, 'notes.example')).toMatch(/^The answer goes to a program on this computer/);
  const client = { id: 1, name: 'Notes', host: null, scopes: [], members: 1, lastUsedOn: null };
  expect(clientUseText(client)).toBe('1 member, no call yet');
});
