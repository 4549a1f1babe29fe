import type { Settings } from '#contract/identity/accounts.ts';
import { sameForm } from '#contract/same-texts.ts';

/** Properties by which resources are compared. */
export type Traits = { type: string; principles: readonly string[]; tags: readonly string[] };

export type FreshResource = Traits & { id: number; title: string };

/** A reader's owned resources, and the traits of resources that the reader bought or opened. */
export type Interests = { ownedIds: readonly number[]; traits: readonly Traits[] };

/** Maximum number of resources in a digest. */
const longestDigest = 5;

/** Returns the Monday of the week (UTC), such as 2026-11-16. */
export function weekOf(now: Date): string {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() - daysSinceMonday * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Returns the new resources for one reader, best first: those that share a tag (counts twice), a principle or the type
 * with what the reader bought or opened. Without anything bought or opened, the newest are returned.
 * @param fresh newest first
 */
export function pickFor({ ownedIds, traits }: Interests, fresh: readonly FreshResource[]): FreshResource[] {
  const offered = fresh.filter(({ id }) => !ownedIds.includes(id));
  if (traits.length === 0) return offered.slice(0, longestDigest);
  const liked = {
    types: new Set(traits.map(({ type }) => type)),
    principles: new Set(traits.flatMap(({ principles }) => principles)),
    tags: new Set(traits.flatMap(({ tags }) => tags.map(sameForm))),
  };
  const scored = offered.map((resource) => ({
    resource,
    score:
      2 * resource.tags.filter((tag) => liked.tags.has(sameForm(tag))).length +
      resource.principles.filter((one) => liked.principles.has(one)).length +
      (liked.types.has(resource.type) ? 1 : 0),
  }));
  const matching = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  return matching.slice(0, longestDigest).map(({ resource }) => resource);
}

/**
 * The settings that a link at the foot of a mail switches off, with the purpose for which the link's secret is sealed.
 */
export const unsubscribable = {
  resourceAlerts: { name: 'Resource Alerts', purpose: 'unsubscribe:resource-alerts' },
  emailUpdates: { name: 'Email Updates', purpose: 'unsubscribe:email-updates' },
  marketingEmails: { name: 'Marketing Emails', purpose: 'unsubscribe:marketing-emails' },
} as const satisfies Partial<Record<keyof Settings, { name: string; purpose: string }>>;

export type Unsubscribable = keyof typeof unsubscribable;

export const unsubscribables: readonly Unsubscribable[] = ['resourceAlerts', 'emailUpdates', 'marketingEmails'];
