import { labelForAssistant } from '#contract/identity/assistants.ts';
import type { Scope } from '#contract/scopes.ts';
import { composeMail, type Site } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';

type Change = {
  event: 'connected' | 'ended';
  name: string;
  /** Host that proves the name; null when nothing does, and in the mail about an ended assistant. */
  host: string | null;
  scopes: readonly Scope[];
};

const sentences: Record<Change['event'], string[]> = {
  connected: [
    'You connected an assistant. From now on it can do the following for you, and nothing else:',
    'If this was not you, disconnect it in your settings at once and change your password.',
  ],
  ended: [
    'The portal disconnected this assistant, because a key of its connection was used twice, so that it may have been copied.',
    'You can connect the assistant again. If this happens once more, ask its maker.',
  ],
};

const subjects: Record<Change['event'], string> = {
  connected: 'An assistant was connected',
  ended: 'An assistant was disconnected',
};

/** Composes the mail to a member about an assistant (MCP-02). */
export function assistantMail(
  reader: { email: string; firstName: string },
  { event, name, host, scopes }: Change,
  site: Site,
): Mail {
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: sentences[event],
    facts: [
      ['Assistant', host === null ? name : `${name} (${host})`],
      ...scopes.map((scope) => ['May', labelForAssistant(scope)]),
    ] as [string, string][],
    action: { label: 'Open your settings', url: `${site.publicUrl}/settings` },
    reason: `You get this email because an assistant uses your account at ${site.productName}.`,
  };
  return { to: reader.email, subject: `${subjects[event]} at ${site.productName}`, ...composeMail(letter, site) };
}
