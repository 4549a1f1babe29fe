import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { updateProfile } from '#contract/identity/accounts.endpoints.ts';
import { login } from '#contract/identity/sign-in.endpoints.ts';
import { forDashboard, forSettings } from '#tests/support/web/answers.ts';
import { administrator, member } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const main = () => within(screen.getByRole('main'));
const findField = (name: string) => screen.findByRole('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });

test('PROF-01 PROF-03 PROF-04 the profile shows name and address, and not "Email Verified" before the address is verified', async () => {
  await renderPortal('/profile', { as: member({ emailVerified: false }) });
  expect(await screen.findByRole('heading', { name: 'Ines Kaldor' })).toBeVisible();
  expect(main().getByText('IK')).toBeVisible();
  expect(main().getAllByText('ines.kaldor@example.org')[0]).toBeVisible();
  expect(main().getAllByText('User')[0]).toBeVisible();
  expect(main().queryByText('Email Verified')).toBeNull();
  for (const fact of ['Account type', 'Member since', 'Email status', 'Last updated']) {
    expect(main().getByText(fact)).toBeVisible();
  }
});

test('PROF-01 PROF-04 the profile of an administrator with a verified address says both', async () => {
  await renderPortal('/profile', { as: administrator() });
  expect(await screen.findByRole('heading', { name: 'Ada Kaldor' })).toBeVisible();
  expect(main().getAllByText('Administrator')[0]).toBeVisible();
  expect(main().getByText('Email Verified')).toBeVisible();
});

test('PROF-02 PROF-05 PROF-08 LABEL-07 profile edits can be discarded or saved, but not without a name', async () => {
  const { user } = await renderPortal('/profile', {
    answers: [
      answer(updateProfile, member({ firstName: 'Ada', lastName: 'Byron', organization: 'Analytical Society' })),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  await waitFor(async () => expect(await findField('First Name')).toHaveFocus());
  expect(await findField('Email')).toBeDisabled();
  await user.clear(await findField('First Name'));
  await user.type(await findField('First Name'), 'Another name');
  await user.click(button('Cancel'));
  expect(await screen.findByRole('heading', { name: 'Ines Kaldor' })).toBeVisible();

  await user.click(button('Edit Profile'));
  const [first, last] = [await findField('First Name'), await findField('Last Name')];
  expect(first).toHaveValue('Ines');
  await user.clear(first);
  await user.type(first, ' ');
  await user.clear(last);
  await user.click(button('Save'));
  await waitFor(() => expect(first).toHaveAccessibleDescription('First name is required'));
  expect(last).toHaveAccessibleDescription('Last name is required');
  expect(callsOf(updateProfile)).toEqual([]);
  await user.clear(first);
  await user.type(first, 'Ada');
  await user.type(last, 'Byron');
  await user.type(await findField('Organization'), 'Analytical Society{Enter}');
  await expectToast('Profile updated');
  expect(await screen.findByRole('heading', { name: 'Ada Byron' })).toBeVisible();
  expect(screen.getByRole('button', { name: /User menu.*Ada Byron/ })).toBeVisible();
  expect(callsOf(updateProfile)[0]?.body).toMatchObject({
    firstName: 'Ada',
    lastName: 'Byron',
    organization: 'Analytical Society',
  });
});

test('PROF-07 a change of the profile that fails says so, and what was typed stays', async () => {
  const { user } = await renderPortal('/profile', { answers: [fail(updateProfile)] });
  await user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  const first = await findField('First Name');
  await user.clear(first);
  await user.type(first, 'Ada');
  await user.click(button('Save'));
  await expectToast('Update failed');
  expect(await findField('First Name')).toHaveValue('Ada');
  await user.click(button('Cancel'));
  expect(await screen.findByRole('heading', { name: 'Ines Kaldor' })).toBeVisible();
});

for (const [name, heading] of [
  ['Profile', 'My Profile'],
  ['Settings', 'Settings'],
] as const) {
  test(`NAV-11 LABEL-03 the user menu leads to ${name}, whose heading keeps the focus`, async () => {
    const { user } = await renderPortal('/', { answers: [...forDashboard(), ...forSettings()] });
    await user.click(await screen.findByRole('button', { name: /^User menu IK\s*Ines/ }));
    await user.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(screen.getByRole('heading', { name: heading, level: 1 })).toHaveFocus());
  });
}

async function saveWithoutSession() {
  const { user } = await renderPortal('/profile', {
    answers: [refuse(updateProfile, 'accounts.sign-in-required'), refuse(login, 'accounts.wrong-credentials')],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  await user.type(await findField('Organization'), 'Harbour Council');
  await user.click(button('Save'));
  const dialog = await screen.findByRole('dialog', { name: 'Please sign in again' });
  return { user, dialog };
}

const saved = answer(updateProfile, member({ organization: 'Harbour Council' }));

test('AUTH-26 after the end of the session the profile asks to sign in again over the page, and saves what was typed once', async () => {
  const { user, dialog } = await saveWithoutSession();
  expect(dialog).toHaveTextContent('ines.kaldor@example.org');
  const password = within(dialog).getByLabelText('Password');
  await waitFor(() => expect(password).toHaveFocus());
  await user.keyboard('not the password{Enter}');
  await waitFor(() => expect(password).toHaveAccessibleDescription('The current password is wrong.'));
  await expectToast('Login failed', 'The current password is wrong.');
  expect(callsOf(updateProfile)).toHaveLength(1);
  serve(answer(login, member()), saved);
  await user.clear(password);
  await user.type(password, 'the password{Enter}');
  await expectToast('Profile updated');
  expect(dialog).not.toBeInTheDocument();
  expect(callsOf(updateProfile).map(({ body }) => body.organization)).toEqual(['Harbour Council', 'Harbour Council']);
});

test('AUTH-26 signing in again over the page asks for the code as well when the second factor is on', async () => {
  const { user, dialog } = await saveWithoutSession();
  serve(refuse(login, 'accounts.code-required'));
  await user.type(within(dialog).getByLabelText('Password'), 'the password{Enter}');
  const code = await within(dialog).findByRole('textbox', { name: 'Code' });
  await waitFor(() => expect(code).toHaveFocus());
  serve(refuse(login, 'accounts.code-refused'));
  await user.type(code, '000000');
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is wrong\./));
  serve(answer(login, member()), saved);
  await user.clear(code);
  await user.type(code, '123456');
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));
  await expectToast('Profile updated');
  expect(callsOf(login).at(-1)?.body).toMatchObject({ password: 'the password', code: '123456' });
});
