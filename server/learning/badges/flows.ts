import type { BadgeForm, CertificateBadge, CheckedBadge, StatusPurpose } from '#contract/learning/badges.ts';
import type { Context, FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import * as actions from './actions.ts';
import { readBadgeFile } from './badge-file.ts';
import type { BadgeIssuer } from './credential-rules.ts';
import type { SigningKey } from './credential-thread.ts';
import { makeKeyPair, signCredential, signList, verifySignature } from './credential-work.ts';
import { findSigningKey, recordKey, replaceKey } from './key-actions.ts';

export type SigningDeps = { sealer: Sealer; publicUrl: string };

/** Maximum attempts to find a place in the status list that no other call takes first. */
const mostTries = 5;

/**
 * Makes the badge of a certificate of the caller (BADGE-01, BADGE-02). Signing waits for a thread, so no
 * transaction is open at that time.
 * @throws learning.certificate-not-found, badges.not-valid, badges.address-not-verified, request.busy
 */
export async function issueBadge(
  ctx: MemberFlowContext,
  id: number,
  form: BadgeForm,
  { sealer, issuer }: { sealer: Sealer; issuer: BadgeIssuer },
): Promise<CertificateBadge> {
  const { publicUrl } = issuer;
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const plan = await ctx.transaction((inner) => actions.planBadge(inner, id, form, issuer));
    if ('kept' in plan) return plan.kept;
    const { unsigned, row } = plan.planned;
    const credential = await signCredential(unsigned, await requireKey(ctx, { sealer, publicUrl }));
    const made = await ctx.transaction((inner) => actions.recordBadge(inner, row, credential, publicUrl));
    if (made) return made;
  }
  throw fail('request.busy');
}

/** Returns the active signing key; makes and records one when there is none. */
async function requireKey(ctx: MemberFlowContext, deps: SigningDeps): Promise<SigningKey> {
  const known = await findSigningKey(ctx, deps);
  if (known) return known;
  const made = await makeKeyPair();
  await ctx.transaction((inner) => recordKey(inner, made, deps.sealer));
  const key = await findSigningKey(ctx, deps);
  if (!key) throw fail('request.busy');
  return key;
}

/** Replaces the key with which badges are signed (BADGE-01). @returns the public part of the new and the former key */
export async function rotateKey(
  ctx: FlowContext,
  sealer: Sealer,
): Promise<{ publicKey: string; former: string | null }> {
  const made = await makeKeyPair();
  const { former } = await ctx.transaction((inner) => replaceKey(inner, made, sealer));
  return { publicKey: made.publicKey, former };
}

/**
 * Checks a badge of this portal (BADGE-03). Nothing is fetched.
 * @throws badges.unreadable, badges.no-badge-inside, badges.several-inside, request.busy
 */
export async function checkBadge(ctx: Context, file: string, publicUrl: string): Promise<CheckedBadge> {
  const badge = readBadgeFile(file);
  const found = await actions.findNamedBadge(ctx, badge, publicUrl);
  if (found.kind === 'named' && (await verifySignature(badge, found.did, found.publicKey))) {
    return actions.showChecked(ctx, found.row);
  }
  const state = found.kind === 'foreign' ? 'foreign' : 'altered';
  return { state, contents: null, checkedAt: ctx.now.toISOString() };
}

type List = { id: number; purpose: StatusPurpose };

/**
 * Returns a function that gives a signed status list as JSON text. It throws badges.no-list when there is no such list
 * or no key, and request.busy when signing must wait too long. A list is signed again only when its set places or the
 * key have changed.
 */
export function openStatusLists(deps: SigningDeps): (ctx: Context, list: List) => Promise<string> {
  const signed = new Map<string, { of: string; text: Promise<string> }>();
  return async (ctx, { id, purpose }) => {
    const list = await actions.readStatusList(ctx, { id, purpose, publicUrl: deps.publicUrl });
    const key = list && (await findSigningKey(ctx, deps));
    if (!list || !key) throw fail('badges.no-list');
    const of = `${key.publicKey} ${list.indexes.join(' ')}`;
    const known = signed.get(list.url);
    if (known?.of === of) return known.text;
    const text = signList(list, key).then((credential) => JSON.stringify(credential));
    signed.set(list.url, { of, text });
    // A failed attempt is not kept.
    text.catch(() => signed.delete(list.url));
    return text;
  };
}
