import { accessReasons } from '#contract/access.ts';
import type { Standing } from '#server/features/catalogue/rules.ts';

/** What a member holds of one resource: a live purchase, or a live grant (`expiresAt` null for one without end). */
export type ResourceFact =
  | { kind: 'purchase'; purchaseId: number }
  | { kind: 'grant'; grantId: number; expiresAt: Date | null };

/** Everything about a member that access depends on. Only what is live at the moment of asking is among it. */
export type AccessFacts = {
  role: 'user' | 'administrator';
  /** What the member holds, by the id of the resource. */
  held: ReadonlyMap<number, readonly ResourceFact[]>;
};

/** A fact that spoke for access. */
export type Fact = ResourceFact | { kind: 'free' } | { kind: 'administrator' };

/** The answer to "may this member use this resource"; `reason` is empty with access (ACCESS-01). */
export type Decision = { hasAccess: boolean; reason: string; because: readonly Fact[] };

const nothing: readonly ResourceFact[] = [];

/**
 * The one place that decides about access: for cards, pages, downloads and tools alike.
 * What is not listed opens by purchase only, whatever it was before (ACCESS-19); administrators open drafts (ACCESS-21).
 */
export function decideAccess(facts: AccessFacts, resource: Standing): Decision {
  const because = reasonsFor(facts, resource);
  const hasAccess = because.length > 0;
  return { hasAccess, reason: hasAccess ? '' : refusalOf(resource), because };
}

function reasonsFor({ role, held }: AccessFacts, { id, accessType, state }: Standing): readonly Fact[] {
  const holds = held.get(id) ?? nothing;
  const counting = state === 'listed' ? holds : holds.filter(({ kind }) => kind === 'purchase');
  const isFree = accessType === 'free' && state === 'listed';
  const isAdministrators = role === 'administrator' && state !== 'withdrawn';
  // Most resources, for most members: nothing held, nothing given.
  if (!isFree && !isAdministrators) return counting;
  return [
    ...counting,
    ...(isFree ? [{ kind: 'free' } as const] : []),
    ...(isAdministrators ? [{ kind: 'administrator' } as const] : []),
  ];
}

function refusalOf({ accessType, state }: Standing): string {
  return accessType === 'subscription' && state === 'listed' ? accessReasons.subscription : accessReasons.purchase;
}

/**
 * Whether a resource exists for this member at all: it is listed, or the member owns it, or it is a draft and the
 * member runs the portal. What was withdrawn exists for its buyers alone.
 */
export function isVisible({ role, held }: AccessFacts, { id, state }: Standing): boolean {
  if (state === 'listed' || (state === 'draft' && role === 'administrator')) return true;
  return (held.get(id) ?? nothing).some(({ kind }) => kind === 'purchase');
}

/** The address of a tool as its configuration names it; null when it names none. */
export function toolUrlIn(configuration: unknown): string | null {
  if (typeof configuration !== 'object' || configuration === null) return null;
  const { toolUrl, url }: { toolUrl?: unknown; url?: unknown } = configuration;
  const [address] = [toolUrl, url].filter((value) => typeof value === 'string' && value !== '');
  return typeof address === 'string' ? address : null;
}
