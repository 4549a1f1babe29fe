import type { OpenGift } from '#contract/commerce/purchases.ts';
import type { OpenInvitation } from '#contract/organisations/organisations.ts';
import type { MailedLink } from '#contract/pages/entry.ts';

/** Why a visitor came, by the mailed link of the page (ENTRY-03). */
export type Occasion =
  | { kind: 'invitation'; secret: string; opened: OpenInvitation }
  | { kind: 'gift'; secret: string; opened: OpenGift };

/** What the form needs of a link that verifies its address. */
export type Proof = {
  link: MailedLink;
  email: string;
  hasAccount: boolean;
  /** Beside the address. */
  confirmed: string;
  /** Beside the button: what happens after registering. */
  next: string;
  /** Where the new member is led, and what is said there. */
  destination: string;
  done: string;
};

/** What a link proves of its address; null for a gift that is over or whose mail is too old (ENTRY-02). */
export function proofOf({ kind, secret, opened }: Occasion): Proof | null {
  const { email, hasAccount } = opened;
  const common = { link: { kind, secret }, email, hasAccount };
  if (kind === 'invitation') {
    const { organisation, role } = opened;
    return {
      ...common,
      confirmed: 'Confirmed by your invitation',
      next: `You join ${organisation} as ${role === 'owner' ? 'an' : 'a'} ${role}.`,
      destination: '/organisation',
      done: `You are in ${organisation}`,
    };
  }
  if (!opened.provesAddress || opened.state !== 'sent') return null;
  return {
    ...common,
    confirmed: 'Confirmed: the gift was sent to this email address',
    next: 'It is yours at once. No card is needed.',
    destination: `/resource/${opened.resourceId}`,
    done: 'The gift is yours',
  };
}

/** Why a gift cannot be redeemed any more; null while it can. */
export function giftProblem({ state }: Pick<OpenGift, 'state'>): string | null {
  if (state === 'redeemed') return 'This gift has been redeemed.';
  return state === 'refunded' ? 'The payment for this gift was refunded, so it cannot be redeemed.' : null;
}

/** Who gives or invites, in short: the first word of a name. */
export const firstNameOf = (name: string) => name.trim().split(/\s+/u)[0] ?? '';
