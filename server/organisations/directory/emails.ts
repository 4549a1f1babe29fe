import { composeMail, type Reader, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

type Changed = Reader & { organisation: string; owner: string; deed: string };

/** Composes the mail that informs an owner about a change of the organisation's directory (SCIM-01). */
export function directoryChangedMail({ email, firstName, organisation, owner, deed }: Changed, site: Site): Mail {
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `${owner} ${deed} for the directory of ${organisation}.`,
      'With a token, your directory adds people to the organisation and ends their access. If you did not expect this, revoke the token and talk to the other owners.',
    ],
    action: { label: 'See the directory', url: `${site.publicUrl}/organisation?tab=sign-in` },
    reason: `You get this email because you are an owner of ${organisation} at ${site.productName}.`,
  };
  return { to: email, subject: `The directory of ${organisation} was changed`, ...composeMail(letter, site) };
}

type LastOwner = Reader & { organisation: string; owner: string; organisationUrl: string };

/**
 * Composes the mail that informs an administrator that a directory has deactivated the last owner of an organisation
 * (SCIM-03).
 */
export function lastOwnerMail({ email, firstName, organisation, ...found }: LastOwner, site: Site): Mail {
  const { owner, organisationUrl } = found;
  const letter = {
    heading: `Hello ${firstName}`,
    paragraphs: [
      `The directory of ${organisation} deactivated ${owner}, its last owner. Sessions, seats and tokens have ended; the role stays until there is another owner.`,
      'Make another person an owner. The directory then removes this one with its next attempt.',
    ],
    action: { label: 'See the organisation', url: organisationUrl },
    reason: `You get this email because you are an administrator of ${site.productName}.`,
  };
  return { to: email, subject: `${organisation} has lost its last owner`, ...composeMail(letter, site) };
}
