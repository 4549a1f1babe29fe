import type { ApiKey } from '#contract/identity/api-keys.ts';
import type { KeyKind, Scope } from '#contract/scopes.ts';
import { shortDate } from '#web/dates.ts';

const dayMs = 86_400_000;

/** Number of days before its end from which a key is marked. */
const soonDays = 14;

/** Returns the end of a key, and whether it is soon or past. */
export function endOf({ expiresAt, endsUnlessTakenOverAt }: ApiKey, now: Date): { text: string; isSoon: boolean } {
  const end = endsUnlessTakenOverAt ?? expiresAt;
  if (end === null) return { text: 'Never', isSoon: false };
  const days = Math.ceil((Date.parse(end) - now.getTime()) / dayMs);
  if (days <= 0) return { text: `Expired ${shortDate(end)}`, isSoon: true };
  if (days > soonDays) return { text: shortDate(end), isSoon: false };
  return { text: `${shortDate(end)}, in ${days} ${days === 1 ? 'day' : 'days'}`, isSoon: true };
}

/** Returns the day and network of the last use, such as "12 Feb 2027, from 203.0.113.0/24". */
export function lastUseText({ lastUse }: Pick<ApiKey, 'lastUse'>): string {
  return lastUse === null ? 'Never' : `${shortDate(lastUse.on, 'UTC')}, from ${lastUse.network}`;
}

/** Returns the path of a GET call that a key with these scopes can make, as an example; null when it can make none. */
export function firstCall(kind: KeyKind, scopes: readonly Scope[], organisationPath: string | null): string | null {
  if (organisationPath !== null) {
    if (scopes.includes('completions:read')) return `${organisationPath}/completions`;
    return scopes.includes('organisation:read') ? `${organisationPath}/people` : null;
  }
  const calls: Partial<Record<Scope, string>> = {
    'completions:read': kind === 'portal' ? '/api/completions' : '/api/user/completions',
    'admin:members:read': '/api/members',
    'library:read': '/api/user',
    'catalogue:read': '/api/resources/changes',
    'admin:catalogue': '/api/admin/resources',
    'admin:organisations:read': '/api/admin/organisations',
    'admin:insight:read': '/api/admin/analytics',
    'admin:system:read': '/api/admin/system',
  };
  const known = scopes.find((scope) => calls[scope] !== undefined);
  return (known && calls[known]) ?? null;
}

/** Sentences about the people who get an email about a new key, by the kind of the key. */
export const mailedSentences: Record<KeyKind, string> = {
  member: 'You get an email about the new key.',
  organisation: 'All owners get an email about the new key.',
  portal: 'All administrators get an email about the new key.',
};
