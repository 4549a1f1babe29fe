import type { ScimFailure } from './failure-rules.ts';
import { attributeOf, type DirectoryProfile } from './user-rules.ts';

export const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  /** The portal's own attribute `account`. */
  portal: 'urn:rapp:params:scim:schemas:extension:portal:2.0:User',
} as const;

type Shown = {
  id: string;
  user_name: string;
  external_id: string | null;
  profile: DirectoryProfile;
  is_active: boolean;
  outcome: 'made' | 'existed' | 'invited' | null;
  version: number;
  created_at: Date;
  changed_at: Date;
};

/** The version of a record for ETag and If-Match. */
export const versionOf = (version: number) => `W/"${version}"`;

/** Whether an If-Match or If-None-Match header names this version, or `*`; true for an absent header. */
export function namesVersion(header: string | undefined, version: number): boolean {
  if (header === undefined) return true;
  const weak = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((one) => one.trim() === '*' || weak(one) === `"${version}"`);
}

/** Returns the User of a record as SCIM replies with it. */
export function showUser(record: Shown, url: string): Record<string, unknown> {
  const { id, user_name: userName, external_id: externalId, profile, is_active: active, outcome } = record;
  return {
    schemas: [schemas.user, ...(outcome ? [schemas.portal] : [])],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(profile.name && { name: profile.name }),
    ...(profile.displayName && { displayName: profile.displayName }),
    ...(profile.emails.length > 0 && { emails: profile.emails }),
    active,
    ...(outcome && { [schemas.portal]: { account: outcome } }),
    meta: {
      resourceType: 'User',
      created: record.created_at.toISOString(),
      lastModified: record.changed_at.toISOString(),
      version: versionOf(record.version),
      location: `${url}/Users/${id}`,
    },
  };
}

/** The attributes that a request asks for, or leaves out (RFC 7644, section 3.9). */
export type Selection = { attributes: string | undefined; excludedAttributes: string | undefined };

/** Returns the chosen attributes of a User; `id` and `schemas` are always among them. */
export function selectAttributes(
  user: Record<string, unknown>,
  { attributes, excludedAttributes }: Selection,
): Record<string, unknown> {
  const asked = topNames(attributes);
  const excluded = topNames(excludedAttributes);
  const isChosen = (name: string) =>
    name === 'id' || name === 'schemas' || (asked.size > 0 ? asked.has(name) : !excluded.has(name));
  return Object.fromEntries(Object.entries(user).filter(([name]) => isChosen(name)));
}

function topNames(list: string | undefined): Set<string> {
  const names = (list ?? '').split(',').map((name) => name.trim().replace(`${schemas.user}:`, '').split('.')[0] ?? '');
  return new Set(names.filter(Boolean).map((name) => attributeOf(name) ?? name));
}

/** Returns one page of a list; `startIndex` counts from 1. */
export function listResponse(
  resources: readonly unknown[],
  { total, startIndex }: { total: number; startIndex: number },
) {
  return {
    schemas: [schemas.list],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

export function errorResponse({ status, scimType, message }: Pick<ScimFailure, 'status' | 'scimType' | 'message'>) {
  return { schemas: [schemas.error], status: String(status), ...(scimType && { scimType }), detail: message };
}

/** Maximum number of users in a reply. */
export const longestPage = 200;

/**
 * Reads the page of a request (RFC 7644, section 3.4.2.4). A start below 1 is 1, a negative count is 0, and a count
 * above `longestPage` is cut to it.
 */
export function pageOf({ startIndex, count }: { startIndex?: string | undefined; count?: string | undefined }) {
  const number = (text: string | undefined, usual: number) => {
    const read = Number.parseInt(text ?? '', 10);
    return Number.isNaN(read) ? usual : read;
  };
  const start = Math.min(Math.max(number(startIndex, 1), 1), 2_000_000_000);
  const limit = Math.min(Math.max(number(count, longestPage), 0), longestPage);
  return { startIndex: start, offset: start - 1, limit };
}
