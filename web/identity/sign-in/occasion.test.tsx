import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openGift } from '#contract/commerce/purchases.endpoints.ts';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import { login, logout, register } from '#contract/identity/sign-in.endpoints.ts';
import {
  askForInvitation,
  getOwnOrganisation,
  openInvitation,
} from '#contract/organisations/organisations.endpoints.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { getOrganisationOffer } from '#contract/organisations/organisations-domains.endpoints.ts';
import { registerByLink } from '#contract/pages/entry.endpoints.ts';
import { getPublicResource } from '#contract/pages/storefront.endpoints.ts';
import { forSignIn } from '#tests/support/web/answers.ts';
import { member, openGiftOf, openInvitationOf, publicResource } from '#tests/support/web/fixtures.ts';
import { type Answer, answer, callsOf, refuse, serve, unreachable } from '#tests/support/web/network.ts';
import { openAnew, renderPortal, visitor } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

const secret = 'a'.repeat(43);
const harbour: Organisation = {
  id: 4,
  name: 'Harbour',
  role: 'learner',
  people: null,
  seats: null,
  isKnown: null,
  ownSeats: [],
};

const invitationLink = { kind: 'invitation', secret };

const atInvitation = (changed = {}, more: Answer[] = []) =>
  renderPortal(`/invitation?token=${secret}`, {
    as: visitor,
    answers: [...forSignIn(), answer(openInvitation, openInvitationOf(changed)), ...more],
  });

async function fillIn(user: UserEvent) {
  await user.type(await screen.findByLabelText('First Name'), 'Edda');
  await user.type(screen.getByLabelText('Last Name'), 'Lindqvale');
  await user.type(screen.getByLabelText('Password'), 'a long password');
}

test('ENTRY-03 an invited person sees who invites and into what, and registers with the confirmed address', async () => {
  const joined = member({ email: 'edda.lindqvale@northmere.example', emailVerified: true });
  const message = 'Start with chapter 4.';
  const { user } = await atInvitation({ message }, [
    answer(registerByLink, joined),
    answer(getOwnOrganisation, null),
    answer(getOrganisationOffer, null),
  ]);
  expect(await screen.findByRole('heading', { name: 'Join Northmere Council' })).toBeVisible();
  expect(screen.getByText(`“${message}”`)).toBeVisible();
  expect(screen.getByText('Ines Fairbourne')).toBeVisible();
  const email = screen.getByRole('textbox', { name: 'Email' });
  expect(email).toHaveValue('edda.lindqvale@northmere.example');
  expect(email).toHaveAccessibleDescription('Confirmed by your invitation');
  expect(email).toHaveAttribute('readonly');
  // A lock in the field and a check mark below it.
  await waitFor(() =>
    expect(email.closest('div')?.querySelectorAll('.lucide-lock, .lucide-circle-check')).toHaveLength(2),
  );
  expect(screen.queryByRole('textbox', { name: 'Organization' })).toBeNull();
  expect(screen.getByText('You join Northmere Council as a learner.')).toBeVisible();
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await waitFor(() => expect(callsOf(registerByLink)).toHaveLength(1));
  expect(callsOf(registerByLink)[0]?.body).toMatchObject({
    email: 'edda.lindqvale@northmere.example',
    link: invitationLink,
  });
  await expectAddress('/organisation');
  await expectToast('You are in Northmere Council');
});

test('ENTRY-03 an account of the address is asked for its password only', async () => {
  const { user } = await atInvitation({ hasAccount: true }, [refuse(login, 'accounts.wrong-credentials')]);
  expect(await screen.findByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly');
  await user.type(screen.getByLabelText('Password'), 'a long password');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(callsOf(login)[0]?.body).toMatchObject({ email: 'edda.lindqvale@northmere.example' }));
});

test('ENTRY-03 “Use another address” leads to the usual form, which does not send the link', async () => {
  const { user } = await atInvitation({}, [refuse(register, 'accounts.email-taken')]);
  await user.click(await screen.findByRole('button', { name: 'Use another address' }));
  const email = await screen.findByRole('textbox', { name: 'Email' });
  expect([email.hasAttribute('readonly'), (email as HTMLInputElement).value]).toEqual([false, '']);
  expect(screen.getByRole('textbox', { name: 'Organization' })).toBeVisible();
  await fillIn(user);
  await user.type(email, 'edda@example.org');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await waitFor(() => expect(callsOf(register)).toHaveLength(1));
  expect(callsOf(register)[0]?.body).not.toHaveProperty('link');
});

test('ENTRY-03 a link that no longer works says why, above the usual form', async () => {
  await renderPortal(`/invitation?token=${secret}`, {
    as: visitor,
    answers: [...forSignIn(), refuse(openInvitation, 'organisations.invitation-unknown')],
  });
  expect(await screen.findByText(/^This invitation does not work any more\./)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).not.toHaveAttribute('readonly');
});

test('ENTRY-03 a gift shows its message and its resource; one that is too old to verify an address lets it be typed', async () => {
  const gift = answer(openGift, openGiftOf());
  await renderPortal(`/gift?secret=${secret}`, { as: visitor, answers: [...forSignIn(), gift] });
  expect(await screen.findByRole('heading', { name: 'A gift for you from Leila' })).toBeVisible();
  expect(screen.getByText('“Start with chapter 4.”')).toBeVisible();
  expect(screen.getByText('It is yours at once. No card is needed.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'Confirmed: the gift was sent to this email address',
  );
});

test('ENTRY-03 a gift of long ago lets the address be typed', async () => {
  const gift = answer(openGift, openGiftOf({ provesAddress: false }));
  await renderPortal(`/gift?secret=${secret}`, { as: visitor, answers: [...forSignIn(), gift] });
  expect(await screen.findByRole('heading', { name: 'A gift for you from Leila' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).not.toHaveAttribute('readonly');
});

test('ENTRY-04 a member with another address reads for whom the invitation is, asks for one, or signs out', async () => {
  const { user } = await renderPortal(`/invitation?token=${secret}`, {
    answers: [
      answer(openInvitation, openInvitationOf()),
      answer(getOwnOrganisation, null),
      answer(askForInvitation, { message: 'Asked' }),
      answer(logout, { message: 'Signed out', providerAddress: null }),
      ...forSignIn(),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'This invitation is for another address' })).toBeVisible();
  expect(screen.getByText('edda.lindqvale@northmere.example')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ask to be invited here' }));
  expect(await screen.findByRole('heading', { name: 'We have asked for you' })).toBeVisible();
  expect(callsOf(askForInvitation)).toHaveLength(1);
});

test('ENTRY-03 a link that could not be reached is opened again by Try again, and offers no form until then', async () => {
  const { user } = await renderPortal(`/invitation?token=${secret}`, {
    as: visitor,
    answers: [...forSignIn(), unreachable(openInvitation)],
  });
  expect(await screen.findByRole('heading', { name: 'The link could not be opened' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();
  serve(answer(openInvitation, openInvitationOf()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Join Northmere Council' })).toBeVisible();
});

test('ENTRY-03 SETUP-07 a portal whose registration is closed to the address says so before the form', async () => {
  await renderPortal(`/invitation?token=${secret}`, {
    as: visitor,
    config: { registration: 'invited' },
    answers: [...forSignIn(), answer(openInvitation, openInvitationOf({ mayRegister: false }))],
  });
  expect(
    await screen.findByText(/^Registration on this portal is closed until an administrator confirms/),
  ).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Register' })).toBeNull();
});

test('ENTRY-03 a gift that is over says so, promises nothing, and leaves the usual form', async () => {
  const gift = openGiftOf({ state: 'refunded', email: '', message: '', provesAddress: false });
  await renderPortal(`/gift?secret=${secret}`, { as: visitor, answers: [...forSignIn(), answer(openGift, gift)] });
  expect(await screen.findByText(/^The payment for this gift was refunded/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: /gift for you/ })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Email' })).not.toHaveAttribute('readonly');
});

test('ENTRY-03 RESET-02 the way by “Forgot password?” keeps the address, and leads back to the link', async () => {
  const { user } = await atInvitation({ hasAccount: true });
  expect(await screen.findByText('This address has an account: sign in with its password.')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue('edda.lindqvale@northmere.example');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('heading', { name: 'Join Northmere Council' })).toBeVisible();
});

test('ENTRY-04 a member in an organisation is not offered to ask for another invitation', async () => {
  await renderPortal(`/invitation?token=${secret}`, {
    answers: [answer(openInvitation, openInvitationOf()), answer(getOwnOrganisation, harbour)],
  });
  expect(await screen.findByText(/^You are in Harbour already\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ask to be invited here' })).toBeNull();
});

test('ENTRY-04 SET-23 signing out at the link keeps it for a reload; signing out elsewhere forgets it', async () => {
  const answers = [
    answer(openGift, openGiftOf()),
    answer(logout, { message: 'Signed out', providerAddress: null }),
    ...forSignIn(),
  ];
  const { user } = await renderPortal(`/gift?secret=${secret}`, { answers });
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: 'A gift for you from Leila' });
  await waitFor(() => expect(Object.keys(sessionStorage)).toContain('tool-token /gift'));
  serve(refuse(getCurrentUser, 'accounts.sign-in-required'));
  await openAnew('/gift');
  expect(await screen.findByRole('heading', { name: 'A gift for you from Leila' })).toBeVisible();
});

test('ENTRY-04 signing out at a gift for another address shows the form with that address', async () => {
  const { user } = await renderPortal(`/gift?secret=${secret}`, {
    answers: [
      answer(openGift, openGiftOf()),
      answer(logout, { message: 'Signed out', providerAddress: null }),
      ...forSignIn(),
    ],
  });
  expect(await screen.findByRole('button', { name: 'Redeem gift' })).toBeVisible();
  expect(screen.getByText('rowan.pettifer@example.org')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue('rowan.pettifer@example.org');
  await expectAddress('/gift');
  expect(callsOf(getCurrentUser)).toHaveLength(1);
});

test('ENTRY-05 the form shows the resource that the visitor comes from, on phones above itself', async () => {
  await renderPortal('/checkout/7', {
    as: visitor,
    answers: [...forSignIn(), answer(getPublicResource, publicResource({ id: 7, title: 'Workshop plan' }))],
  });
  expect(await screen.findByText('Workshop plan')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Workshop plan' })).toBeNull();
  expect(screen.getByRole('main')).toHaveClass('max-lg:order-last');
  expect(screen.getByRole('region', { name: 'What this is about' })).not.toHaveClass('max-lg:hidden');
  expect(await screen.findByText('Then you return to “Workshop plan”.')).toBeVisible();
});

test('ENTRY-05 AUTH-23 the form of a page about a resource that is not listed stays above what is inside', async () => {
  await renderPortal('/checkout/7', {
    as: visitor,
    answers: [...forSignIn(), refuse(getPublicResource, 'catalogue.not-found')],
  });
  expect(await screen.findByText('Then you return to the page you opened.')).toBeVisible();
  expect(screen.getByRole('main')).not.toHaveClass('max-lg:order-last');
  expect(screen.queryByRole('region', { name: 'What this is about' })).toBeNull();
});

test.for([
  ['/checkout/7', 'Then you return to “Workshop plan”.'],
  ['/browse', 'Then you return to the page you opened.'],
  ['/auth?view=register', 'Then your dashboard opens.'],
] as const)('ENTRY-05 beside "Create Account" at %s the form says what happens next', async ([page, sentence]) => {
  const { user } = await renderPortal(page, {
    as: visitor,
    answers: [...forSignIn(), answer(getPublicResource, publicResource({ id: 7, title: 'Workshop plan' }))],
  });
  await user.click(await screen.findByRole('tab', { name: 'Register' }));
  const button = await screen.findByRole('button', { name: 'Create Account' });
  const next = await screen.findByText(sentence);
  expect(button.closest('form')).toContainElement(next);
  expect(button.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('ENTRY-06 the terms and the privacy notice are linked, and accepted by registering', async () => {
  const { user } = await renderPortal('/auth', {
    as: visitor,
    config: { termsUrl: 'https://example.org/terms', privacyUrl: 'https://example.org/privacy' },
    answers: forSignIn(),
  });
  expect(await screen.findByRole('link', { name: 'Terms' })).toHaveAttribute('href', 'https://example.org/terms');
  await user.click(screen.getByRole('tab', { name: 'Register' }));
  expect(await screen.findByText(/^By creating an account you accept the/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'privacy notice' })).toHaveAttribute('href', 'https://example.org/privacy');
});
