import type { OpenGift } from '#contract/commerce/purchases.ts';
import type { OpenInvitation } from '#contract/organisations/organisations.ts';
import type { MailedLink } from '#contract/pages/entry.ts';

/** Gift or invitation of the mailed link of a page (ENTRY-03). */
export type Occasion =
  | { kind: 'invitation'; secret: string; opened: OpenInvitation }
  | { kind: 'gift'; secret: string; opened: OpenGift };

/** Proof of an address by a mailed link, with the texts of the forms. */
export type Proof = {
  link: MailedLink;
  email: string;
  hasAccount: boolean;
  /** Text beside the address. */
  confirmed: string;
  /** Text beside the button of registering: what happens afterwards. */
  next: string;
  /** Text beside the button of signing in. */
  afterSignIn: string;
  /** Path of the page that opens for the new member, and below it the text of the toast there. */
  destination: string;
  done: string;
};

/**
 * Returns the proof of the address by a link (ENTRY-02). Returns null when the address has no account and may not
 * register, when the gift is over, or when its mail no longer proves the address.
 */
export function proofOf({ kind, secret, opened }: Occasion): Proof | null {
  const { email, hasAccount, mayRegister } = opened;
  if (!hasAccount && !mayRegister) return null;
  const common = { link: { kind, secret }, email, hasAccount };
  if (kind === 'invitation') {
    const { organisation, role } = opened;
    return {
      ...common,
      confirmed: 'Confirmed by your invitation',
      afterSignIn: 'Then you accept the invitation with one press.',
      next: `You join ${organisation} as ${role === 'owner' ? 'an' : 'a'} ${role}.`,
      destination: '/organisation',
      done: `You are in ${organisation}`,
    };
  }
  if (!opened.provesAddress || opened.state !== 'sent') return null;
  return {
    ...common,
    confirmed: 'Confirmed: the gift was sent to this email address',
    afterSignIn: 'Then you redeem the gift with one press.',
    next: 'It is yours at once. No card is needed.',
    destination: `/resource/${opened.resourceId}`,
    done: 'The gift is yours',
  };
}

/**
 * Returns the reason why a link cannot be used: it is over, or its address has no account and may not register
 * (SETUP-07). Null when it can.
 */
export function problemOf({ kind, opened }: Occasion): string | null {
  const over = kind === 'gift' ? giftProblem(opened) : null;
  if (over || opened.hasAccount || opened.mayRegister) return over;
  return kind === 'gift'
    ? 'Registration on this portal is closed to this address. Sign in with an account that you have, and redeem the gift there.'
    : `Registration on this portal is closed until an administrator confirms ${opened.organisation}. Ask ${opened.invitedBy?.name ?? opened.organisation} about it.`;
}

/** Returns the reason why a gift cannot be redeemed any more; null while it can. */
export function giftProblem({ state }: Pick<OpenGift, 'state'>): string | null {
  if (state === 'redeemed') return 'This gift has been redeemed.';
  return state === 'refunded' ? 'The payment for this gift was refunded, so it cannot be redeemed.' : null;
}

/** Returns the first word of a name. */
export const firstNameOf = (name: string) => name.trim().split(/\s+/u)[0] ?? '';
