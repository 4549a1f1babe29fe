import { type BadgeForm, type StatusPurpose, statusPurposes } from '#contract/learning/badges.ts';
import type { PassedCheck } from '#contract/learning/checks-standing.ts';
import { isObject } from '#contract/objects.ts';

/** Contexts of every badge, in this order; all are bundled with the portal. */
const badgeContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const;

/** Number of places in a status list: the minimum of the Bitstring Status List specification. */
export const listLength = 131_072;

/** Time for which others may use their copy of a status list, in seconds. */
export const listTtlSeconds = 60;

/** Returns the DID of a portal at this URL, whose document is /.well-known/did.json (did:web). */
export function didOf(publicUrl: string): string {
  return `did:web:${new URL(publicUrl).host.replace(':', '%3A')}`;
}

/** Returns the id of a key in the DID's document. */
export const keyIdOf = (did: string, publicKey: string) => `${did}#${publicKey}`;

/** Returns the DID document. The portal publishes it with all its former keys, so that earlier badges still verify. */
export function didDocument(did: string, publicKeys: readonly string[]) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: publicKeys.map((publicKey) => verificationMethod(did, publicKey)),
    assertionMethod: publicKeys.map((publicKey) => keyIdOf(did, publicKey)),
  };
}

export const verificationMethod = (did: string, publicKey: string) => ({
  id: keyIdOf(did, publicKey),
  type: 'Multikey' as const,
  controller: did,
  publicKeyMultibase: publicKey,
});

export const statusListUrl = (publicUrl: string, id: number, purpose: StatusPurpose) =>
  `${publicUrl}/api/public/badge-status/${id}/${purpose}`;

export type StatusPlace = { listId: number; index: number };

export type BadgeFacts = {
  credentialId: string;
  subjectId: string;
  resourceId: number;
  resourceTitle: string;
  /** Whether the resource is a learning path. */
  isPath: boolean;
  version: number;
  completedAt: Date;
  issuedAt: Date;
  expiresAt: Date | null;
  /** The score with which the knowledge check was passed; null without one. */
  check: PassedCheck;
  place: StatusPlace;
  /** The holder's name; null unless the holder chose to show it. */
  name: string | null;
  /** Hash of the email address with its salt; null unless the holder asked for it. */
  address: { hash: string; salt: string } | null;
};

export type BadgeIssuer = { publicUrl: string; name: string };

const seconds = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;

/** Returns the unsigned Open Badges 3.0 credential of a certificate (BADGE-01, BADGE-02). */
export function unsignedBadge(facts: BadgeFacts, { publicUrl, name }: BadgeIssuer): Record<string, unknown> {
  const identifier = identifiersOf(facts);
  const { resourceId, resourceTitle, version, completedAt, issuedAt, expiresAt, place } = facts;
  return {
    '@context': badgeContexts,
    id: `urn:uuid:${facts.credentialId}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: resourceTitle,
    issuer: { id: didOf(publicUrl), type: ['Profile'], name, url: publicUrl },
    validFrom: seconds(issuedAt),
    // The certificate is no longer valid at the moment of its end, the credential still is.
    ...(expiresAt && { validUntil: seconds(new Date(expiresAt.getTime() - 1_000)) }),
    awardedDate: seconds(completedAt),
    credentialSubject: {
      id: `urn:uuid:${facts.subjectId}`,
      type: ['AchievementSubject'],
      ...(identifier.length > 0 && { identifier }),
      achievement: {
        id: `${publicUrl}/resource/${resourceId}`,
        type: ['Achievement'],
        name: resourceTitle,
        version: String(version),
        description: `Completed “${resourceTitle}”.`,
        criteria: {
          narrative: `${name} records the completion when ${criterionOf(facts)}. It is not a qualification and no proof of compliance with any law.`,
        },
      },
    },
    credentialStatus: statusPurposes.map((purpose) => {
      const list = statusListUrl(publicUrl, place.listId, purpose);
      return {
        id: `${list}#${place.index}`,
        type: 'BitstringStatusListEntry',
        statusPurpose: purpose,
        statusListIndex: String(place.index),
        statusListCredential: list,
      };
    }),
  };
}

/** Returns the condition of the completion in words (CHECK-07, PATH-03). */
function criterionOf({ check, isPath }: BadgeFacts): string {
  const steps = 'each required step of the learning path has been completed';
  if (check === null) return isPath ? steps : 'the whole resource has been gone through';
  const { percent, passMark, version } = check;
  const score = `here with ${percent} %, pass mark ${passMark} %, version ${version}`;
  return isPath
    ? `${steps}, among them its knowledge check, passed ${score}`
    : `the knowledge check of the resource is passed, ${score}`;
}

function identifiersOf({ name, address }: BadgeFacts) {
  return [
    ...(name === null ? [] : [{ type: 'IdentityObject', hashed: false, identityHash: name, identityType: 'name' }]),
    ...(address === null
      ? []
      : [
          {
            type: 'IdentityObject',
            hashed: true,
            identityHash: `sha256$${address.hash}`,
            identityType: 'emailAddress',
            salt: address.salt,
          },
        ]),
  ];
}

type Made = { issuer: string; shows_name: boolean; proves_address: boolean };

/** Whether a badge already says what the holder chose, under the portal's current DID. */
export function isAsChosen(badge: Made, { showName, proveAddress }: BadgeForm, publicUrl: string): boolean {
  return badge.shows_name === showName && badge.proves_address === proveAddress && badge.issuer === didOf(publicUrl);
}

export type NamedOrigin = { credentialId: string; issuer: string; verificationMethod: string };

/** Returns the ids in a badge; null when it lacks the contexts, the proof or the ids of a portal's badge. */
export function namedOrigin(badge: Record<string, unknown>): NamedOrigin | null {
  const contexts = badge['@context'];
  const { proof, id } = badge;
  const issuer = issuerOf(badge);
  const [, credentialId = null] = /^urn:uuid:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(String(id)) ?? [];
  if (!Array.isArray(contexts) || contexts.length !== badgeContexts.length) return null;
  if (badgeContexts.some((context, place) => contexts[place] !== context)) return null;
  if (issuer === null || credentialId === null || !isObject(proof)) return null;
  const { type, cryptosuite, verificationMethod } = proof;
  if (type !== 'DataIntegrityProof' || cryptosuite !== 'eddsa-rdfc-2022') return null;
  return typeof verificationMethod === 'string' ? { credentialId, issuer, verificationMethod } : null;
}

/** Returns the issuer that a file names, in either form that the data model allows. */
export function issuerOf({ issuer }: Record<string, unknown>): string | null {
  const id = isObject(issuer) ? issuer.id : issuer;
  return typeof id === 'string' ? id : null;
}
