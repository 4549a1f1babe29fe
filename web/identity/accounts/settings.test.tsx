import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { updateSettings } from '#contract/identity/accounts.endpoints.ts';
import { changePassword, listSignIns } from '#contract/identity/sign-in.endpoints.ts';
import { forSettings } from '#tests/support/web/answers.ts';
import { member } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';
import { untilSettled } from '#tests/support/web/settled.ts';

const choices = {
  emailUpdates: true,
  resourceAlerts: true,
  securityAlerts: true,
  marketingEmails: false,
  profileVisible: true,
  activityTracking: true,
  dataCollection: false,
};
const labels = {
  'Email Updates': true,
  'Resource Alerts': true,
  'Security Alerts': true,
  'Marketing Emails': false,
  'Profile Visible': true,
  'Activity Tracking': true,
  'Data Collection': false,
};
const findSwitch = (name: string) => screen.findByRole('switch', { name });

test('SET-01 SET-02 SET-03 the switches of the settings show the choices and change one at once', async () => {
  const { user } = await renderPortal('/settings', {
    as: member(choices),
    answers: [...forSettings(), answer(updateSettings, ({ body }) => ({ ...choices, ...body }))],
  });
  for (const name of ['Notifications', 'Security', 'Privacy', 'Data & Privacy']) {
    expect(await screen.findByRole('heading', { name })).toBeVisible();
  }
  for (const [name, isOn] of Object.entries(labels)) {
    if (isOn) expect(await findSwitch(name)).toBeChecked();
    else expect(await findSwitch(name)).not.toBeChecked();
  }
  await user.click(await findSwitch('Marketing Emails'));
  await expectToast('Settings updated');
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Marketing Emails' })).toBeChecked());
  expect(callsOf(updateSettings).map(({ body }) => body)).toEqual([{ marketingEmails: true }]);
  (await findSwitch('Email Updates')).focus();
  await user.keyboard(' ');
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Email Updates' })).not.toBeChecked());
  await waitFor(() => expect(callsOf(updateSettings)[1]?.body).toEqual({ emailUpdates: false }));
});

test('SET-05 a switch shows the choice while it is saved, and falls back and says so when that fails', async () => {
  const held = hold(fail(updateSettings));
  const { user } = await renderPortal('/settings', { as: member(choices), answers: [...forSettings(), held] });
  const toggle = await findSwitch('Data Collection');
  await user.click(toggle);
  await waitFor(() => expect(toggle).toBeChecked());
  held.release();
  await expectToast('Settings update failed');
  await waitFor(() => expect(toggle).not.toBeChecked());
});

async function fillPasswords(user: UserEvent, current: string, next: string, confirmation: string) {
  for (const [label, value] of [
    ['Current Password', current],
    ['New Password', next],
    ['Confirm New Password', confirmation],
  ] as const) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.type(field, value);
  }
  await user.click(screen.getByRole('button', { name: 'Update Password' }));
}

test('SET-06 SET-08 SET-09 LABEL-08 the password is changed in a panel that opens and closes', async () => {
  const { user } = await renderPortal('/settings', {
    answers: [...forSettings(), refuse(changePassword, 'accounts.wrong-password')],
  });
  const change = await screen.findByRole('button', { name: 'Change Password' });
  await user.click(change);
  expect(await screen.findByLabelText('Current Password')).toBeVisible();
  await user.click(change);
  await waitFor(() => expect(screen.queryByLabelText('Current Password')).toBeNull());

  await user.click(change);
  await screen.findByLabelText('Current Password');
  await fillPasswords(user, 'not the password', 'a new password', 'another one');
  await expectToast('Password mismatch', "New password and confirmation don't match.");
  await fillPasswords(user, 'not the password', 'short', 'short');
  await waitFor(() =>
    expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(/Password must be at least 6 characters/),
  );
  expect(callsOf(changePassword)).toEqual([]);
  await fillPasswords(user, 'not the password', 'a new password', 'a new password');
  await expectToast('Password change failed', 'The current password is wrong.');
  serve(answer(changePassword, { message: 'Changed.' }));
  await fillPasswords(user, 'the password', 'a new password', 'a new password');
  await expectToast('Password updated');
  await waitFor(() => expect(screen.queryByLabelText('Current Password')).toBeNull());
});

for (const [outcome, changed] of [
  ['changes it', answer(changePassword, { message: 'Changed.' })],
  ['is refused', refuse(changePassword, 'accounts.wrong-password')],
] as const) {
  test(`NAV-12 a read that a new session overtakes reports no ended one, and is repeated: the password ${outcome}`, async () => {
    const asksWithFormer = hold(refuse(listSignIns, 'accounts.sign-in-required'));
    const [change, others] = [hold(changed), forSettings().filter(({ endpoint }) => endpoint !== listSignIns)];
    const { user } = await renderPortal('/settings', { answers: [...others, asksWithFormer, change] });
    await user.click(await screen.findByRole('button', { name: 'Change Password' }));
    await fillPasswords(user, 'the password', 'a new password', 'a new password');
    await waitFor(() => expect(callsOf(changePassword)).toHaveLength(1));
    serve(...forSettings().filter(({ endpoint }) => endpoint === listSignIns));
    asksWithFormer.release();
    await untilSettled();
    expect(screen.queryByText('Your session has ended.')).toBeNull();
    change.release();
    expect(await screen.findByText('This device')).toBeVisible();
    expect(callsOf(listSignIns).length).toBeGreaterThan(1);
  });
}

test('GEN-24 a wrong current password is refused at its field, and the new one stays', async () => {
  const { user } = await renderPortal('/settings', {
    answers: [...forSettings(), refuse(changePassword, 'accounts.wrong-password')],
  });
  await user.click(await screen.findByRole('button', { name: 'Change Password' }));
  const current = await screen.findByLabelText('Current Password');
  await fillPasswords(user, 'not the password', 'a new pass phrase', 'a new pass phrase');
  await waitFor(() => expect(current).toHaveAccessibleDescription('The current password is wrong.'));
  expect(current).toHaveFocus();
  expect(screen.getByLabelText('New Password')).toHaveValue('a new pass phrase');
});
