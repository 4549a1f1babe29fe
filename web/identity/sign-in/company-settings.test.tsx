import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import * as company from '#contract/identity/connections.endpoints.ts';
import { confirmSignIn, disableSecondFactor, setUpSecondFactor } from '#contract/identity/sign-in.endpoints.ts';
import { removeCompanySignIn } from '#contract/identity/sign-in-ways.endpoints.ts';
import { forSettings } from '#tests/support/web/answers.ts';
import { noteTabs } from '#tests/support/web/browser.ts';
import { companySignIn } from '#tests/support/web/connection-fixtures.ts';
import { member } from '#tests/support/web/fixtures.ts';
import { type Answer, answer, callsOf, fail, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const config = { companySignIn: { buttons: [], hasCompanies: true } };

const openSettings = (as = member(), ...answers: Answer[]) =>
  renderPortal('/settings', {
    as,
    config,
    answers: [...forSettings(), answer(company.getCompanySignIn, companySignIn()), ...answers],
  });

test('SSO-15 the account screen says what a company sign-in is for, what the company sees and what stays private', async () => {
  await openSettings();
  expect(await screen.findByRole('heading', { name: 'Company sign-in' })).toBeVisible();
  expect(screen.getByText('Required')).toBeVisible();
  expect(screen.getByText(/^After 12 hours at most you go through it again/)).toBeVisible();
  expect(screen.getByText(/^In Northmere Borough Council: your name, email address, role, seats/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'What stays private' })).toBeVisible();
  expect(screen.getByText('Your answers to checks and assessments')).toBeVisible();
});

test('SET-20 a company sign-in is removed by its button; a required one says why it stays', async () => {
  const [required] = companySignIn().connections;
  const free = { ...required, connectionId: '0192f6a4-1b2c-4d3e-8f50-0123456789ac', name: 'Portal account' } as const;
  const both = companySignIn();
  const { user } = await openSettings(
    member(),
    answer(company.getCompanySignIn, {
      ...both,
      connections: [...both.connections, { ...both.connections[0], ...free, isRequired: false } as never],
    }),
    refuse(removeCompanySignIn, 'accounts.password-first'),
  );
  const remove = await screen.findByRole('button', { name: 'Remove Portal account' });
  expect(screen.queryByRole('button', { name: 'Remove Northmere account' })).toBeNull();
  expect(screen.getByText(/you cannot remove it while your address is one of your company\.$/)).toBeVisible();
  await user.click(remove);
  await expectToast('The company sign-in was not removed');
  serve(
    answer(removeCompanySignIn, { message: 'The company sign-in was removed. Other devices were signed out.' }),
    answer(company.getCompanySignIn, both),
  );
  await user.click(remove);
  await expectToast('The company sign-in was removed. Other devices were signed out.');
  expect(callsOf(removeCompanySignIn).at(-1)).toMatchObject({ params: { connectionId: free.connectionId } });
  await waitFor(() => expect(screen.queryByText('Portal account')).toBeNull());
});

test('SSO-15 a member without a company sign-in sees nothing of it', async () => {
  await openSettings(member(), answer(company.getCompanySignIn, companySignIn({ connections: [] })));
  expect(await screen.findByRole('heading', { name: 'Ways into your account' })).toBeVisible();
  await waitFor(() => expect(callsOf(company.getCompanySignIn)).not.toEqual([]));
  expect(screen.queryByRole('heading', { name: 'Company sign-in' })).toBeNull();
});

test('SSO-15 a company sign-in that could not be loaded is asked for again', async () => {
  const { user } = await openSettings(member(), fail(company.getCompanySignIn));
  expect(await screen.findByText(/^Your company sign-in could not be loaded/)).toBeVisible();
  serve(answer(company.getCompanySignIn, companySignIn()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Northmere account')).toBeVisible();
});

test('SSO-05 a private address is asked for, confirmed by its code, changed and removed', async () => {
  const { user } = await openSettings(
    member(),
    refuse(company.setPrivateAddress, 'connections.private-domain'),
    refuse(company.confirmPrivateAddress, 'connections.private-code'),
  );
  await user.click(await screen.findByRole('button', { name: 'Add private address' }));
  const email = await screen.findByRole('textbox', { name: 'Your private email address' });
  await user.type(email, 'ines@northmere.example{Enter}');
  await waitFor(() => expect(email).toHaveAccessibleDescription(/not one of its own/));
  await user.clear(email);
  await user.type(email, 'ines@home.example');
  serve(
    answer(company.setPrivateAddress, { message: 'The code is on its way to ines@home.example.' }),
    answer(company.getCompanySignIn, companySignIn({ unconfirmedAddress: 'ines@home.example' })),
  );
  await user.keyboard('{Enter}');
  const code = await screen.findByRole('textbox', { name: 'Code from the email' });
  expect(code).toHaveAccessibleDescription(/It was sent to ines@home\.example/);
  await user.type(code, 'AAAAA-AAAAA{Enter}');
  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is wrong/));
  serve(answer(company.confirmPrivateAddress, companySignIn({ privateAddress: 'ines@home.example' })));
  await user.type(code, '{Enter}');
  await expectToast('Your private address is saved');
  expect(await screen.findByText(/a link goes to ines@home\.example\.$/)).toBeVisible();
  serve(
    answer(company.removePrivateAddress, { message: 'The private address is removed.' }),
    answer(company.getCompanySignIn, companySignIn()),
  );
  await user.click(screen.getByRole('button', { name: 'Remove private address' }));
  await expectToast('The private address is removed.');
  expect(callsOf(company.removePrivateAddress)).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Add private address' })).toBeVisible();
});

test('SSO-11 a person without another proof confirms through the company in a small window, or by a mailed code', async () => {
  const tabs = noteTabs();
  const { user } = await openSettings(
    member({ hasPassword: false }),
    refuse(setUpSecondFactor, 'accounts.confirm-sign-in'),
    answer(company.mailConfirmCode, { message: 'The code is on its way to you.' }),
    refuse(confirmSignIn, 'accounts.wrong-code'),
  );
  await user.click(await screen.findByRole('button', { name: 'Enable Two-Factor' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await user.click(await dialog.findByRole('button', { name: 'Confirm with Northmere account' }));
  expect(tabs).toEqual(['/api/sso/0192f6a4-1b2c-4d3e-8f50-0123456789ab/start?purpose=confirm']);
  await user.click(dialog.getByRole('button', { name: 'Email me a code' }));
  const code = await dialog.findByRole('textbox', { name: 'Code from the email' });
  await user.type(code, 'AAAAA{Enter}');
  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is wrong/));
  serve(
    answer(confirmSignIn, { message: 'Confirmed.' }),
    answer(setUpSecondFactor, { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://totp/RAPP' }),
  );
  await user.type(code, '{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Verification Code' })).toBeVisible();
  expect(callsOf(confirmSignIn).at(-1)?.body).toEqual({ mailedCode: 'AAAAA' });
});

test('SSO-11 a person whose company does not accept the password is offered a mailed code', async () => {
  const { user } = await openSettings(member(), refuse(setUpSecondFactor, 'accounts.confirm-sign-in'));
  await user.click(await screen.findByRole('button', { name: 'Enable Two-Factor' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  expect(await dialog.findByRole('button', { name: 'Confirm with Northmere account' })).toBeVisible();
  expect(dialog.getByText(/^Northmere Borough Council requires Northmere account/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Email me a code' })).toBeVisible();
  expect(dialog.queryByLabelText('Password')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

test('SSO-11 a person with a second factor whose company does not accept the password confirms by the code alone', async () => {
  const { user } = await openSettings(
    member({ twoFactorEnabled: true }),
    refuse(disableSecondFactor, 'accounts.confirm-sign-in'),
    answer(confirmSignIn, { message: 'Confirmed.' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Turn off two-factor' }));
  await user.type(await screen.findByLabelText('Password'), 'the password');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await user.type(await dialog.findByLabelText('Code'), '654321');
  expect(dialog.queryByLabelText('Password')).toBeNull();
  serve(answer(disableSecondFactor, { message: 'Off.' }));
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(callsOf(confirmSignIn).at(-1)?.body).toEqual({ code: '654321' }));
});

test('SSO-11 a person whose company accepts the password is not offered a mailed code', async () => {
  const [connection] = companySignIn().connections;
  const offered = companySignIn({ connections: connection ? [{ ...connection, isRequired: false }] : [] });
  const { user } = await openSettings(
    member(),
    answer(company.getCompanySignIn, offered),
    refuse(setUpSecondFactor, 'accounts.confirm-sign-in'),
  );
  await user.click(await screen.findByRole('button', { name: 'Enable Two-Factor' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  expect(await dialog.findByRole('button', { name: 'Confirm with Northmere account' })).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Email me a code' })).toBeNull();
});
