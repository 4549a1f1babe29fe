import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  countUsers,
  createUser,
  listUsers,
  saveUser,
  setUserRole,
  updateUsers,
} from '#contract/identity/accounts-admin.endpoints.ts';
import { deleteUser } from '#contract/operations/privacy.endpoints.ts';
import { account, administrator } from '#tests/support/web/fixtures.ts';
import { type Answer, answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const broke = 'Something went wrong on our side. Nothing was changed.';
const renderUsers = (...answers: Answer[]) =>
  renderPortal('/admin-dashboard?tab=users', {
    as: administrator(),
    answers: [
      answer(listUsers, [account()]),
      answer(countUsers, { total: 2, administrators: 1, users: 1, recent: 0 }),
      ...answers,
    ],
  });
const findRow = () => screen.findByRole('row', { name: /ines\.kaldor@example\.org/ });
const press = async (name: RegExp) => within(await findRow()).getByRole('button', { name });
const findDialog = () => screen.findByRole('dialog');

async function fillIn(user: Awaited<ReturnType<typeof renderPortal>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Add User' }));
  const dialog = within(await findDialog());
  await user.type(dialog.getByRole('textbox', { name: /^First Name/ }), 'Nadia');
  await user.type(dialog.getByRole('textbox', { name: /^Last Name/ }), 'Okonwell');
  await user.type(dialog.getByRole('textbox', { name: /^Email/ }), 'nadia@example.org');
  await user.type(dialog.getByLabelText(/^Password/), 'chosen-for-you');
  return dialog;
}

test('ADM-03 the administration has six tabs, and that of the address is selected', async () => {
  await renderUsers();
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Resources',
    'Online Products',
    'Subscriptions',
    'Promo Codes',
    'Users',
    'Analytics',
  ]);
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Users');
  expect(await screen.findByRole('tabpanel')).toBeVisible();
});

test('ADM-USER-05 LABEL-16 a new user needs names, an email address and a password', async () => {
  const { user } = await renderUsers();
  await user.click(await screen.findByRole('button', { name: 'Add User' }));
  await user.click(await screen.findByRole('button', { name: 'Create User' }));
  expect(await screen.findByText('First name is required')).toBeVisible();
  expect(screen.getByText('Please enter a valid email')).toBeVisible();
  expect(screen.getByText('Password must be at least 6 characters')).toBeVisible();
  expect(callsOf(createUser)).toEqual([]);
});

test('GEN-24 ADM-USER-07 an email address that is taken is refused at its field and in the toast, and the form stays', async () => {
  const { user } = await renderUsers(refuse(createUser, 'accounts.email-taken'));
  const dialog = await fillIn(user);
  await user.click(dialog.getByRole('button', { name: 'Create User' }));
  const email = dialog.getByRole('textbox', { name: /^Email/ });
  await waitFor(() => expect(email).toHaveAccessibleDescription(/An account with this email already exists\./));
  expect(email).toHaveFocus();
  expect(email).toHaveValue('nadia@example.org');
  // ADM-USER-07 quotes the toast.
  await expectToast('Failed to create user', 'An account with this email already exists.');
});

test('ADM-USER-07 a user that cannot be created says what failed, and why', async () => {
  const { user } = await renderUsers(refuse(createUser, 'request.failed'));
  const dialog = await fillIn(user);
  await user.click(dialog.getByRole('button', { name: 'Create User' }));
  await expectToast('Failed to create user', broke);
});

test('ADM-USER-07 a user that cannot be saved says what failed, and why', async () => {
  const { user } = await renderUsers(refuse(saveUser, 'request.failed'));
  await user.click(await press(/^Edit /));
  await user.type(within(await findDialog()).getByRole('textbox', { name: /^First Name/ }), ' Other');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expectToast('Failed to update user', broke);
});

test('ADM-USER-07 a role that cannot be saved says what failed, and why', async () => {
  const { user } = await renderUsers(answer(saveUser, account()), refuse(setUserRole, 'request.failed'));
  await user.click(await press(/^Edit /));
  await user.selectOptions(within(await findDialog()).getByRole('combobox', { name: 'Role' }), 'administrator');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expectToast('Failed to update user role', broke);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await findRow()).not.toHaveTextContent('Administrator');
});

test('ADM-USER-07 users that cannot be changed together, or deleted, say what failed, and why', async () => {
  const { user } = await renderUsers(refuse(updateUsers, 'request.failed'), refuse(deleteUser, 'request.failed'));
  await user.click(within(await findRow()).getByRole('checkbox'));
  await user.click(await screen.findByRole('button', { name: 'Make Administrator' }));
  await expectToast('Failed to update users', broke);
  expect(callsOf(updateUsers)[0]?.body).toEqual({ userIds: [7], updates: { role: 'administrator' } });
  expect(await findRow()).not.toHaveTextContent('Administrator');

  await user.click(await press(/^Delete /));
  await user.click(within(await findDialog()).getByRole('button', { name: 'Delete' }));
  await expectToast('Failed to delete user', broke);
  expect(await screen.findAllByText('ines.kaldor@example.org')).not.toHaveLength(0);
});

test('ADM-14 the table of users has the chosen columns', async () => {
  const { user } = await renderUsers();
  await findRow();
  const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings()).toEqual([
    expect.stringMatching(/all/),
    ...['User', 'Email', 'Organization', 'Role', 'Joined', 'Actions'],
  ]);
  for (const name of ['Organization', 'Role', 'Verified', 'Joined']) {
    if (!screen.queryByRole('menuitemcheckbox', { name })) {
      await user.click(await screen.findByRole('button', { name: 'Columns' }));
    }
    await user.click(await screen.findByRole('menuitemcheckbox', { name }));
  }
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(headings()).toEqual([expect.stringMatching(/all/), ...['User', 'Email', 'Verified', 'Actions']]),
  );
});

test('ADM-USER-04 a list without a match says so, and a new user appears in it', async () => {
  const nadia = account({ id: 8, firstName: 'Nadia', lastName: 'Okonwell', email: 'nadia@example.org' });
  const { user } = await renderPortal('/admin-dashboard?tab=users&search=nadia', {
    as: administrator(),
    answers: [
      answer(listUsers, []),
      answer(countUsers, { total: 1, administrators: 1, users: 0, recent: 0 }),
      answer(createUser, nadia),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'No users match' })).toBeVisible();
  const dialog = await fillIn(user);
  serve(answer(listUsers, [nadia]));
  await user.click(dialog.getByRole('button', { name: 'Create User' }));
  await expectToast('User created');
  expect(await screen.findByRole('row', { name: /nadia@example\.org/ })).toHaveTextContent('Nadia Okonwell');
  expect(callsOf(createUser)).toHaveLength(1);
});
