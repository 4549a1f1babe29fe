import { longDay } from '#contract/dates.ts';
import { holdsAddress, isUnfitForPerson } from '#contract/names.ts';
import type { OrganisationRole } from '#contract/organisations/organisations.ts';
import { composeMail, type Reader, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

/** Each role with its article, for sentences. */
const roleNames: Record<OrganisationRole, string> = {
  owner: 'an owner',
  manager: 'a manager',
  learner: 'a learner',
};

type Invited = {
  email: string;
  organisation: string;
  isKnown: boolean;
  role: OrganisationRole;
  secret: string;
  /** Name of the sign-in that the company requires of the address; null when any way will do (SSO-10). */
  signIn: string | null;
  /**
   * Name of the inviter, shown with `message` only if the organisation is known (ORG-13); null once that person may no
   * longer invite.
   */
  inviter: string | null;
  message: string | null;
};

/**
 * Returns the name of an organisation for a mail to strangers; `otherwise` for one with an address in it, from before
 * names were checked.
 */
const nameFor = (name: string, otherwise: string) => (holdsAddress(name) ? otherwise : name);
const unnamed = 'An organisation';

/** Composes the mail that invites an address to an organisation; its recipient may have no account yet (ORG-03). */
export function invitationMail(
  { email, role, secret, isKnown, signIn, inviter, message, ...invited }: Invited,
  site: Site,
): Mail {
  const words = isKnown && inviter && message ? [`${inviter} writes:`, `“${message}”`] : [];
  const organisation = nameFor(invited.organisation, unnamed);
  const way = signIn === null ? null : nameFor(signIn, "your company's sign-in");
  const letter = {
    heading: `${organisation} invites you`,
    paragraphs: [
      `${organisation} invites you to its organisation at ${site.productName}, as ${roleNames[role]}.`,
      ...words,
      `Open the invitation and ${way === null ? 'sign in or register with this address' : `continue with ${way}`}. The link works once, for 14 days.`,
    ],
    action: { label: 'Open the invitation', url: `${site.publicUrl}/invitation?token=${secret}` },
    reason: `You get this email because an owner or manager of an organisation entered this address at ${site.productName}. If you did not expect it, you can ignore this email.`,
  };
  const subject = `${isKnown ? organisation : unnamed} invites you to ${site.productName}`;
  return { to: email, subject, ...composeMail(letter, site) };
}

type Changed = Reader & { organisation: string; role: OrganisationRole };

/** Composes the mail that informs the recipient about a new role (ORG-05). */
export function roleChangedMail({ email, firstName, organisation, role }: Changed, site: Site): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [`You are now ${roleNames[role]} of ${organisation}.`],
    action: { label: 'See your organisation', url: `${site.publicUrl}/organisation` },
    reason: `You get this email because your role in an organisation at ${site.productName} was changed.`,
  };
  return { to: email, subject: `You are now ${roleNames[role]} of ${organisation}`, ...composeMail(letter, site) };
}

/** Composes the mail that informs an owner that another owner gave the organisation another name (ORG-14). */
export function renamedMail(
  { email, firstName, before, name }: Reader & { before: string; name: string },
  site: Site,
): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [`Another owner renamed the organisation ${before}. It is now called ${name}.`],
    action: { label: 'See your organisation', url: `${site.publicUrl}/organisation` },
    reason: `You get this email because you are an owner of the organisation at ${site.productName}.`,
  };
  return { to: email, subject: `${before} is now called ${name}`, ...composeMail(letter, site) };
}

/** Composes the mail that informs the recipient that the organisation was closed, and when the seats end (ORG-09). */
export function closedMail(
  { email, firstName, organisation, endsAt }: Reader & { organisation: string; endsAt: Date },
  site: Site,
): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `The organisation ${organisation} was closed.`,
      // A seat that ends at the beginning of a day has its last day on the day before.
      `Your seats still open what they opened. The last of them ends on ${longDay(new Date(endsAt.getTime() - 1))}.`,
      'What you bought yourself and your own subscription stay yours.',
    ],
    action: { label: 'See your resources', url: `${site.publicUrl}/my-resources` },
    reason: `You get this email because you have a seat of an organisation at ${site.productName} that was closed.`,
  };
  return { to: email, subject: `${organisation} was closed`, ...composeMail(letter, site) };
}

/** Composes the mail that informs the recipient about the removal from an organisation (ORG-05, ORG-06). */
export function removedMail({ email, firstName, organisation }: Reader & { organisation: string }, site: Site): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `You have been removed from the organisation ${organisation}.`,
      'What you bought yourself and your own subscription stay yours.',
    ],
    action: { label: 'See your resources', url: `${site.publicUrl}/my-resources` },
    reason: `You get this email because you were in an organisation at ${site.productName}.`,
  };
  return { to: email, subject: `You have been removed from ${organisation}`, ...composeMail(letter, site) };
}

type Coded = { domain: string; mailbox: string; organisation: string; isKnown: boolean; code: string };

/** Composes the mail that asks a mailbox of a domain whether the domain belongs to the organisation (ORG-04). */
export function domainCodeMail({ domain, mailbox, isKnown, code, ...asking }: Coded, site: Site): Mail {
  const organisation = nameFor(asking.organisation, unnamed);
  const letter = {
    heading: `Is ${domain} a domain of ${organisation}?`,
    paragraphs: [
      `${organisation} at ${site.productName} wants to verify ${domain}. If you agree, give this code to the owner of the organisation: ${code}`,
      `With it, people with an address at ${domain} can join ${organisation}. The code works for a day.`,
    ],
    reason: `You get this email because an owner of an organisation entered ${domain} at ${site.productName}. If you did not expect it, do not pass the code on.`,
  };
  const subject = isKnown ? `Verify ${domain} for ${organisation}` : `Verify ${domain} at ${site.productName}`;
  return { to: `${mailbox}@${domain}`, subject, ...composeMail(letter, site) };
}

type OfDomain = Reader & { organisation: string; domain: string };

/** Composes the mail that informs an owner that people no longer join by a domain, whose record is missing (ORG-04). */
export function domainLostMail({ email, firstName, organisation, domain }: OfDomain, site: Site): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `The DNS record that proves ${domain} for ${organisation} was not found for 7 days. People with an address at ${domain} can no longer join by themselves; those who are in ${organisation} stay.`,
      'Put the record back and check it again, or remove the domain.',
    ],
    action: { label: 'See your domains', url: `${site.publicUrl}/organisation?tab=sign-in` },
    reason: `You get this email because you are an owner of ${organisation} at ${site.productName}.`,
  };
  return { to: email, subject: `${domain} is no longer verified for ${organisation}`, ...composeMail(letter, site) };
}

type Asking = Reader & { organisation: string; name: string; address: string };

/** Composes the mail that informs an owner that a person asks to join the organisation (ORG-04). */
export function joinRequestMail({ email, firstName, organisation, address, ...asking }: Asking, site: Site): Mail {
  const name = isUnfitForPerson(asking.name) ? 'A person' : asking.name;
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [`${name} (${address}) asks to join ${organisation}. An owner or manager accepts or declines.`],
    action: { label: 'See who asks', url: `${site.publicUrl}/organisation` },
    reason: `You get this email because you are an owner of ${organisation} at ${site.productName}.`,
  };
  return { to: email, subject: `${name} asks to join ${organisation}`, ...composeMail(letter, site) };
}

type AskingElsewhere = Reader & { organisation: string; address: string; invited: string };

/**
 * Composes the mail that informs the inviter, or the owners without one, that the holder of an invitation uses another
 * address (ENTRY-04).
 */
export function otherAddressMail({ email, firstName, organisation, ...asking }: AskingElsewhere, site: Site): Mail {
  const { address, invited } = asking;
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `The member with the address ${address} opened the invitation to ${organisation} that was sent to ${invited}, and asks you to invite ${address} instead.`,
      `If you know this person, invite ${address} and withdraw the other invitation. If you do not, you can ignore this email.`,
    ],
    action: { label: 'See the invitations', url: `${site.publicUrl}/organisation` },
    reason: `You get this email because you invite people to ${organisation} at ${site.productName}.`,
  };
  return { to: email, subject: `${address} asks to be invited to ${organisation}`, ...composeMail(letter, site) };
}

/**
 * Composes the mail about joining an organisation by an accepted request, automatically by a domain, or by the
 * company's directory (ORG-04, SCIM-02).
 */
export function joinedMail({ email, firstName, organisation }: Reader & { organisation: string }, site: Site): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `You are now in ${organisation}, as a learner.`,
      'Its owners and managers see your name, your email address, your role, the seats they give you, and how far you are with what they assign to you. They see nothing else that you open, read, save or buy.',
    ],
    action: { label: 'See your organisation', url: `${site.publicUrl}/organisation` },
    reason: `You get this email because your address belongs to ${organisation} at ${site.productName}.`,
  };
  return { to: email, subject: `You are now in ${organisation}`, ...composeMail(letter, site) };
}
