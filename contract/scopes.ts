/** Owners of API keys. */
export const keyKinds = ['member', 'organisation', 'portal'] as const;

export type KeyKind = (typeof keyKinds)[number];

/**
 * All that a key can be allowed, in the order in which screens list it, with the keys that can have it. Each endpoint
 * names one of them, or `none`: no key makes that call.
 */
export const scopes = {
  'catalogue:read': { label: 'Read the catalogue', kinds: ['member', 'portal'] },
  'library:read': { label: 'Read your library, progress, plan and assignments', kinds: ['member'] },
  'progress:write': { label: 'Save resources and mark them as finished', kinds: ['member'] },
  'organisation:read': { label: 'Read people, seats and learning of the organisation', kinds: ['organisation'] },
  'organisation:write': { label: 'Invite people, and assign seats and learning', kinds: ['organisation'] },
  'completions:read': { label: 'Read completions and certificates', kinds: ['member', 'organisation', 'portal'] },
  'admin:catalogue': { label: 'Add and change resources', kinds: ['portal'] },
  'admin:members:read': { label: 'Read members: name, email address, organisation', kinds: ['portal'] },
  'admin:organisations:read': { label: 'Read organisations, their people and seats', kinds: ['portal'] },
  'admin:insight:read': { label: 'Read numbers of members and resources, learning needs and news', kinds: ['portal'] },
  'admin:system:read': { label: 'Read the state of the portal: jobs, services, settings', kinds: ['portal'] },
} as const satisfies Record<string, { label: string; kinds: readonly KeyKind[] }>;

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];

export function scopesOf(kind: KeyKind): Scope[] {
  return scopeNames.filter((name) => (scopes[name].kinds as readonly KeyKind[]).includes(kind));
}
