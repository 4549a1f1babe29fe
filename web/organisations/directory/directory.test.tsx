import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getLearningSummary, getWithoutSeat } from '#contract/learning/learning.endpoints.ts';
import { listCompanyConnections } from '#contract/organisations/company-sign-in.endpoints.ts';
import {
  createDirectoryToken,
  getDirectory,
  listDirectoryPeople,
  listEndedAccess,
  revokeDirectoryToken,
} from '#contract/organisations/directory.endpoints.ts';
import type { Directory, DirectoryToken, EndedAccess } from '#contract/organisations/directory.ts';
import { getOwnOrganisation, listInvitations } from '#contract/organisations/organisations.endpoints.ts';
import { listDomains, listJoinRequests } from '#contract/organisations/organisations-domains.endpoints.ts';
import { companySignIns } from '#tests/support/web/connection-fixtures.ts';
import { type Answer, answer, callsOf, fail, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const token = (changed: Partial<DirectoryToken> = {}): DirectoryToken => ({
  id: 1,
  name: 'Directory 2026',
  start: '8Qk2mQ9x',
  createdAt: '2026-11-26T09:00:00.000Z',
  madeBy: 'Kofi Ashdown',
  lastUsedAt: '2026-11-27T09:58:00.000Z',
  ...changed,
});

const directory = (changed: Partial<Directory> = {}): Directory => ({
  url: 'https://learning.example.org/scim/v2/4',
  hasProvenDomain: true,
  tokens: [],
  people: { in: 0, invited: 0, outside: 0, inactive: 0 },
  ...changed,
});

/** The tab Sign-in of an owner. */
const forSignIn = (...answers: Answer[]): Answer[] => [
  answer(getOwnOrganisation, {
    id: 4,
    name: 'Northmere',
    role: 'owner',
    isKnown: true,
    people: 2,
    seats: { total: 12, inUse: 5 },
    ownSeats: [],
  }),
  answer(listInvitations, []),
  answer(listJoinRequests, []),
  answer(listDomains, []),
  answer(getWithoutSeat, { people: 0, resources: [] }),
  answer(getLearningSummary, {
    total: { assigned: 0, completed: 0, inProgress: 0, notStarted: 0, overdue: 0, overduePeople: 0 },
    roles: [],
    resources: [],
    resourceCount: 0,
  }),
  answer(listCompanyConnections, companySignIns()),
  answer(listEndedAccess, []),
  ...answers,
];

const address = '/organisation?tab=sign-in';

test('SCIM-01 no token can be made before a domain is proven, and the card says why', async () => {
  const { user } = await renderPortal(address, {
    answers: forSignIn(answer(getDirectory, directory({ hasProvenDomain: false }))),
  });
  expect(await screen.findByRole('textbox', { name: 'URL for your directory' })).toHaveValue(
    'https://learning.example.org/scim/v2/4',
  );
  const create = screen.getByRole('button', { name: 'Create token' });
  expect(create).toHaveAccessibleDescription(/Verify a domain by its DNS record first/);
  await user.click(create);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('SCIM-01 a new token is named, shown once and then listed; a refusal stays at its field', async () => {
  let tokens: DirectoryToken[] = [];
  const { user } = await renderPortal(address, {
    answers: forSignIn(
      answer(getDirectory, () => directory({ tokens })),
      refuse(createDirectoryToken, 'organisations.directory-tokens-full'),
    ),
  });
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create a token' });
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  expect(await within(dialog).findByText('Name the token')).toBeVisible();
  expect(callsOf(createDirectoryToken)).toHaveLength(0);
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Directory 2026');
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  expect(await within(dialog).findByText(/There are two tokens/)).toBeVisible();
  const secret = `rapp_s_8Qk2mQ9x${'A'.repeat(32)}`;
  serve(
    answer(createDirectoryToken, () => {
      tokens = [token({ lastUsedAt: null })];
      return { ...token({ lastUsedAt: null }), token: secret };
    }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }));
  const made = await screen.findByRole('dialog', { name: 'Directory 2026 is ready' });
  expect(within(made).getByRole('textbox', { name: 'Token' })).toHaveValue(secret);
  expect(made).toHaveTextContent('Copy it now: it is shown this once.');
  await user.click(within(made).getByRole('button', { name: 'Done' }));
  const list = await screen.findByRole('list', { name: 'Tokens' });
  expect(list).toHaveTextContent(/Directory 2026.*8Qk2mQ9x… · not used yet · made by Kofi Ashdown/);
  expect(document.body).not.toHaveTextContent(secret);
  expect(screen.getByRole('button', { name: 'Create second token' })).toBeEnabled();
});

test('SCIM-01 a token is revoked after a question, and with two tokens no third can be made', async () => {
  let tokens = [token(), token({ id: 2, name: 'Directory 2027', lastUsedAt: null })];
  const { user } = await renderPortal(address, {
    answers: forSignIn(
      answer(getDirectory, () => directory({ tokens })),
      answer(revokeDirectoryToken, () => {
        tokens = tokens.slice(1);
        return { message: 'The token is revoked.' };
      }),
    ),
  });
  expect(await screen.findByRole('button', { name: 'Create second token' })).toHaveAccessibleDescription(/two tokens/);
  await user.click(screen.getByRole('button', { name: 'Revoke Directory 2026' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke Directory 2026?' });
  expect(callsOf(revokeDirectoryToken)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Revoke token' }));
  await expectToast('Directory 2026 is revoked');
  expect(callsOf(revokeDirectoryToken)).toMatchObject([{ params: { id: '4', tokenId: '1' } }]);
  await waitFor(() => expect(screen.queryByText('Directory 2026')).toBeNull());
});

test('SCIM-02 the people of the directory are listed with their real state, by state; a failure can be tried again', async () => {
  const people = { in: 41, invited: 2, outside: 0, inactive: 1 };
  const person = {
    id: 'a',
    userName: 'ada',
    name: 'Ada L',
    email: 'ada@northmere.example',
    changedAt: token().createdAt,
  };
  const { user } = await renderPortal(address, {
    answers: forSignIn(
      answer(getDirectory, directory({ tokens: [token()], people })),
      answer(listDirectoryPeople, [{ ...person, state: 'in' }]),
      answer(listDirectoryPeople, [{ ...person, name: 'Bea L', state: 'inactive' }], { query: { state: 'inactive' } }),
    ),
  });
  expect(await screen.findByText('44 people sent')).toBeVisible();
  expect(screen.getByText('41 in the organisation, 2 invited, 1 inactive')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'See people' }));
  const dialog = await screen.findByRole('dialog', { name: 'People of your directory' });
  const list = await within(dialog).findByRole('list', { name: 'People' });
  await waitFor(() => expect(list).toHaveTextContent('Ada Lada@northmere.exampleIn the organisation'));
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'State' }), 'Inactive');
  await waitFor(() => expect(within(dialog).getByRole('list', { name: 'People' })).toHaveTextContent('Bea L'));
});

test('SCIM-01 a directory that does not load can be loaded again', async () => {
  const { user } = await renderPortal(address, { answers: forSignIn(fail(getDirectory)) });
  expect(await screen.findByText('The directory did not load')).toBeVisible();
  serve(answer(getDirectory, directory()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Create token' })).toBeVisible();
});

const ended = (changed: Partial<EndedAccess> = {}): EndedAccess => ({
  id: 1,
  name: 'Dorota Wyncliffe',
  endedAt: '2026-11-27T09:58:00.000Z',
  ...{ sessions: 2, seats: 1, keys: 0, tokens: 1, isLastOwner: false },
  ...changed,
});

test('SCIM-06 the record of ended access is absent without a directory, says that it is empty, and lists what ended by pages', async () => {
  const lines = [ended(), ended({ id: 2, name: '', sessions: 0, seats: 0, keys: 1, tokens: 0, isLastOwner: true })];
  const { user } = await renderPortal(address, { answers: forSignIn(answer(getDirectory, directory())) });
  expect(await screen.findByRole('button', { name: 'Create token' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Ended by your directory' })).toBeNull();

  serve(answer(getDirectory, directory({ tokens: [token()] })));
  await renderPortal(address, { answers: forSignIn(answer(getDirectory, directory({ tokens: [token()] }))) });
  expect(await screen.findByText(/Your directory has ended no one’s access yet/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();

  await renderPortal(address, {
    answers: forSignIn(
      answer(getDirectory, directory({ tokens: [token()] })),
      answer(listEndedAccess, lines, { totalCount: 7 }),
    ),
  });
  const list = await screen.findByRole('list', { name: 'Ended access' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(
      /27 Nov 2026.*Dorota Wyncliffe left the directory\. Ended: 2 sessions, 1 seat, 1 tool token, 0 API keys\. The seat can be assigned again\.$/,
    ),
    expect.stringMatching(
      /A person whose account is deleted left the directory\. Ended: 0 sessions, 0 seats, 0 tool tokens, 1 API key\. The person is the last owner and kept the role\.$/,
    ),
  ]);
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(callsOf(listEndedAccess).at(-1)?.query.get('page')).toBe('2'));
});
