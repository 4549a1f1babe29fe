import { comparableAddress } from '#contract/email-addresses.ts';
import type { MailedLink, RegisterByLink } from '#contract/pages/entry.ts';
import { findProvenAddress, redeemGift } from '#server/commerce/purchases/gift-actions.ts';
import type { SignInDeps } from '#server/identity/sign-in/flows/deps.ts';
import { register, type SignedIn } from '#server/identity/sign-in/flows/sign-in.ts';
import type { Device } from '#server/identity/sign-in/session-actions.ts';
import { acceptInvitation, invitedAddress } from '#server/organisations/organisations/invitation-actions.ts';
import type { Context, FlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';

/**
 * Creates the account of the address to which a link was mailed, and uses up the link: the new member joins the
 * organisation, or owns the gift. The link verifies the address, because it was mailed there (ENTRY-02).
 * @throws entry.link-for-other for another address, and for a gift whose link verifies none, for example because its
 * mail is too old; organisations.invitation-unknown, purchases.gift-unknown, purchases.gift-redeemed,
 * purchases.gift-refunded, access.parts-open, accounts.email-taken, accounts.password-too-short,
 * accounts.common-password, accounts.invitation-only, accounts.domain-closed, connections.company-required,
 * request.too-many
 */
export async function registerByLink(
  ctx: FlowContext,
  deps: SignInDeps,
  { link, ...form }: RegisterByLink,
  device: Device,
): Promise<SignedIn> {
  const email = await provenAddress(ctx, link);
  if (email === null || comparableAddress(email) !== comparableAddress(form.email)) throw fail('entry.link-for-other');
  return register(ctx, deps, form, device, (inner) =>
    link.kind === 'gift' ? redeemGift(inner, link.secret) : acceptInvitation(inner, link.secret),
  );
}

/** Returns the email address that a link verifies; null for none. */
function provenAddress(ctx: Context, { kind, secret }: MailedLink): Promise<string | null> {
  return kind === 'invitation' ? invitedAddress(ctx, secret) : findProvenAddress(ctx, secret);
}
