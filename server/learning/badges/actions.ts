import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { BadgeForm, CertificateBadge, CheckedBadge, StatusPurpose } from '#contract/learning/badges.ts';
import { getPrintedCertificate } from '#server/learning/learning/certificate-actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import {
  type BadgeIssuer,
  didOf,
  isAsChosen,
  issuerOf,
  keyIdOf,
  listLength,
  namedOrigin,
  type StatusPlace,
  statusListUrl,
  unsignedBadge,
} from './credential-rules.ts';
import type { UnsignedList } from './credential-thread.ts';
import * as store from './store.ts';

const certificateMissing = () => fail('learning.certificate-not-found');

/** Returns the current badge of a certificate of the caller (BADGE-01). @throws learning.certificate-not-found */
export async function getBadge(ctx: MemberContext, id: number, publicUrl: string): Promise<CertificateBadge> {
  await requireOwn(ctx, id);
  const row = await store.findCurrent(ctx.db, id);
  return show(row, publicUrl);
}

async function requireOwn(ctx: MemberContext, id: number): Promise<store.BadgeCertificate> {
  const certificate = await store.findCertificate(ctx.db, { id, userId: ctx.actor.userId });
  if (!certificate) throw certificateMissing();
  return certificate;
}

function show(row: store.BadgeRow | null, publicUrl: string): CertificateBadge {
  if (!row) return { badge: null };
  return {
    badge: {
      showName: row.shows_name,
      proveAddress: row.proves_address,
      isShared: row.is_shared,
      issuedAt: row.issued_at.toISOString(),
      namesFormerAddress: row.issuer !== didOf(publicUrl),
    },
  };
}

export type PlannedBadge = { unsigned: Record<string, unknown>; row: Omit<store.NewBadge, 'credential'> };

/**
 * Prepares a badge as the caller chose; returns the current one instead when it says the same already.
 * @throws learning.certificate-not-found, badges.not-valid, badges.address-not-verified
 */
export async function planBadge(
  ctx: MemberContext,
  id: number,
  form: BadgeForm,
  issuer: BadgeIssuer,
): Promise<{ kept: CertificateBadge } | { planned: PlannedBadge }> {
  const certificate = await requireOwn(ctx, id);
  if (certificate.state !== 'valid') throw fail('badges.not-valid');
  // Another person may own an address that was never verified.
  if (form.proveAddress && !certificate.is_verified) throw fail('badges.address-not-verified');
  const row = await store.findCurrent(ctx.db, id);
  if (row && isAsChosen(row, form, issuer.publicUrl)) return { kept: show(row, issuer.publicUrl) };
  const { check } = await getPrintedCertificate(ctx, id);
  const place = await findPlace(ctx.db);
  const credentialId = randomUUID();
  const salt = randomBytes(16).toString('hex');
  const unsigned = unsignedBadge(
    {
      credentialId,
      subjectId: randomUUID(),
      resourceId: certificate.resource_id,
      resourceTitle: certificate.resource_title,
      isPath: certificate.is_path,
      version: certificate.content_version,
      completedAt: certificate.completed_at,
      issuedAt: certificate.issued_at,
      expiresAt: certificate.expires_at,
      check,
      place,
      name: form.showName ? certificate.holder_name : null,
      address: form.proveAddress ? { hash: addressHash(certificate.email, salt), salt } : null,
    },
    issuer,
  );
  const row_ = { certificateId: id, credentialId, issuer: didOf(issuer.publicUrl), ...place };
  return { planned: { unsigned, row: { ...row_, showsName: form.showName, provesAddress: form.proveAddress } } };
}

/** Returns the SHA-256 hash of the lower-case email address followed by the salt (Open Badges 3.0). */
const addressHash = (email: string, salt: string) => hash('sha256', email.toLowerCase() + salt, 'hex');

/** Maximum badges of a list: half of its places, so that a random place is soon found free. */
const mostInList = listLength / 2;

/** Finds a random free place, so that the place does not reveal when a badge was made. */
async function findPlace(db: Context['db']): Promise<StatusPlace> {
  const newest = await store.findNewestList(db);
  const listId = newest && newest.badges < mostInList ? newest.id : await store.insertList(db);
  for (;;) {
    const index = randomInt(listLength);
    if (!(await store.isPlaceTaken(db, listId, index))) return { listId, index };
  }
}

/**
 * Records a signed badge, which supersedes the former one of its certificate.
 * @returns null when another badge has its place in the status list
 * @throws learning.certificate-not-found, badges.not-valid, request.busy when another call takes the place
 */
export async function recordBadge(
  ctx: MemberContext,
  row: PlannedBadge['row'],
  credential: Record<string, unknown>,
  publicUrl: string,
): Promise<CertificateBadge | null> {
  const state = await store.lockCertificate(ctx.db, { id: row.certificateId, userId: ctx.actor.userId });
  if (state === null) throw certificateMissing();
  if (state !== 'valid') throw fail('badges.not-valid');
  if (await store.isPlaceTaken(ctx.db, row.listId, row.index)) return null;
  await store.supersedeCurrent(ctx.db, row.certificateId);
  // A place that another call took in between fails the transaction, so that the former badge stays.
  if (!(await store.insertBadge(ctx.db, { ...row, credential }))) throw fail('request.busy');
  return show(await store.findCurrent(ctx.db, row.certificateId), publicUrl);
}

/**
 * Shares the badge of a certificate of the caller, or ends that.
 * @throws learning.certificate-not-found, badges.not-made
 */
export async function shareBadge(
  ctx: MemberContext,
  id: number,
  { isShared, publicUrl }: { isShared: boolean; publicUrl: string },
): Promise<CertificateBadge> {
  await requireOwn(ctx, id);
  if (!(await store.updateShared(ctx.db, id, isShared))) throw fail('badges.not-made');
  return show(await store.findCurrent(ctx.db, id), publicUrl);
}

/** A badge to be sent: its text, and the title for its picture. */
export type SentBadge = { text: string; title: string };

/** Returns a badge of the caller. @throws learning.certificate-not-found, badges.not-made */
export async function getOwnCredential(ctx: MemberContext, id: number): Promise<SentBadge> {
  const { resource_title: title } = await requireOwn(ctx, id);
  const row = await store.findCurrent(ctx.db, id);
  if (!row) throw fail('badges.not-made');
  return { text: textOf(row.credential), title };
}

/** Returns the badge of a certificate by its code; null unless its holder shares it. */
export async function findSharedCredential(ctx: Context, code: string): Promise<SentBadge | null> {
  const row = await store.findShared(ctx.db, code);
  return row && { text: textOf(row.credential), title: row.resource_title };
}

const textOf = (credential: unknown) => `${JSON.stringify(credential, null, 2)}\n`;

/** Returns a status list to be signed; null when there is none with this id. */
export async function readStatusList(
  ctx: Context,
  { id, purpose, publicUrl }: { id: number; purpose: StatusPurpose; publicUrl: string },
): Promise<UnsignedList | null> {
  const list = await store.findList(ctx.db, id, purpose);
  if (!list) return null;
  const validFrom = `${list.created_at.toISOString().slice(0, 19)}Z`;
  return { url: statusListUrl(publicUrl, id, purpose), purpose, validFrom, indexes: list.indexes };
}

export type Finding =
  | { kind: 'foreign' | 'altered' }
  | { kind: 'named'; row: store.CheckedRow; did: string; publicKey: string };

/**
 * Finds the record of a badge by its ids. Verifies no signature: only badges that the portal knows are worth that work.
 */
export async function findNamedBadge(
  ctx: Context,
  badge: Record<string, unknown>,
  publicUrl: string,
): Promise<Finding> {
  const issuer = issuerOf(badge);
  if (issuer === null) return { kind: 'foreign' };
  if (issuer !== didOf(publicUrl) && !(await store.isFormerIssuer(ctx.db, issuer))) return { kind: 'foreign' };
  const named = namedOrigin(badge);
  const row = named && (await store.findByCredential(ctx.db, named.credentialId));
  if (!row || row.issuer !== issuer) return { kind: 'altered' };
  const keys = await store.listPublicKeys(ctx.db);
  const publicKey = keys.find((key) => keyIdOf(issuer, key) === named.verificationMethod);
  return publicKey === undefined ? { kind: 'altered' } : { kind: 'named', row, did: issuer, publicKey };
}

/** Returns the state and contents of a badge from the portal's records. The caller must have verified its signature. */
export function showChecked(ctx: Context, row: store.CheckedRow): CheckedBadge {
  const state = row.state === 'revoked' ? 'revoked' : row.is_superseded ? 'superseded' : row.state;
  const contents = {
    resource: row.resource_title,
    version: row.content_version,
    completedAt: row.completed_at.toISOString(),
    validUntil: row.valid_until,
    name: row.name,
    provesAddress: row.proves_address,
  };
  return { state, contents, checkedAt: ctx.now.toISOString() };
}
