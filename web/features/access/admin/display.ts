import type { AccessExplanation, AccessFact, Grant } from '#contract/access-admin.ts';

const day = { day: '2-digit', month: 'short', year: 'numeric' } as const;
const datesOfUtc = new Intl.DateTimeFormat('en-GB', { ...day, timeZone: 'UTC' });

/** The last day (UTC) of what ends at an instant: what ends after a day is over as the next one begins. */
export const lastDayText = (end: string) => datesOfUtc.format(Date.parse(end) - 1);

/** How a grant stands. */
export function grantStanding({ isActive, expiresAt }: Pick<Grant, 'isActive' | 'expiresAt'>, now: number) {
  if (!isActive) return 'Revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'Expired' : 'Active';
}

/** Each fact that spoke for access, as a sentence. */
export function factText({ kind, id, expiresAt }: AccessFact): string {
  const sentences: Record<AccessFact['kind'], string> = {
    purchase: `Bought it (purchase ${id}).`,
    grant: `Was given it by an administrator (grant ${id}${expiresAt ? `, until ${lastDayText(expiresAt)}` : ''}).`,
    subscription: `Has a running subscription (${id}), which opens it.`,
    free: 'It is free.',
    administrator: 'Is an administrator, who may open everything.',
  };
  return sentences[kind];
}

/** What stands around the decision: facts that spoke against it, or that did not count. */
export function otherFacts(found: AccessExplanation): string[] {
  const lines: string[] = [];
  if (found.state === 'draft') lines.push('The resource is a draft.');
  if (found.state === 'withdrawn') lines.push('The resource was withdrawn: only who bought it keeps it.');
  if (found.isBlocked) lines.push('It was removed from what the subscription opens.');
  const isCounted = found.because.some(({ kind }) => kind === 'subscription');
  if (found.accessType === 'subscription' && !isCounted) {
    lines.push(
      found.subscriptionStatus === null
        ? 'There is no subscription.'
        : `The subscription is ${found.subscriptionStatus.replaceAll('_', ' ')}.`,
    );
  }
  return lines;
}
