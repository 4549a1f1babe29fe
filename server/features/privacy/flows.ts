import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ProofDeps } from '#server/features/sign-in/flows/deps.ts';
import { proveOwner } from '#server/features/sign-in/flows/proof.ts';
import { endMemberSubscriptions } from '#server/features/subscriptions/flows/end-subscription.ts';
import type { SubscriptionCallDeps } from '#server/features/subscriptions/flows/open-subscription.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import type { RemovalList } from '#server/platform/files/removals.ts';
import { StripeOutage } from '#server/platform/stripe/errors.ts';
import * as erasure from './erasure-actions.ts';
import * as exports from './export-actions.ts';
import { type ArchiveFile, archiveFiles, mostExportBytes } from './export-rules.ts';

export type ErasureDeps = { signIn: ProofDeps; subscriptions: SubscriptionCallDeps; removals: RemovalList };

/** Deletes a user's account (ADM-USER-13). */
export async function deleteUser(ctx: MemberFlowContext, deps: ErasureDeps, id: number): Promise<void> {
  await deps.removals.add(await ctx.transaction((inner) => erasure.deleteUser(inner, id)));
  await endSubscriptions(ctx, deps, id);
}

/** Deletes the caller's own account, after the password or a fresh sign-in by a provider (SET-15, SET-16, SET-19). */
export async function deleteOwn(ctx: MemberFlowContext, deps: ErasureDeps, password?: string): Promise<void> {
  await proveOwner(ctx, deps.signIn, password);
  await deps.removals.add(await ctx.transaction((inner) => erasure.deleteOwn(inner)));
  // Nothing is written down any more of where the owner came from.
  const origin = { ip: '', requestId: ctx.origin.requestId };
  const transaction: FlowContext['transaction'] = (action) => ctx.transaction((inner) => action({ ...inner, origin }));
  await endSubscriptions({ ...ctx, origin, transaction }, deps, ctx.actor.userId);
}

/** The account is gone already; a job carries the rest on when the provider does not answer now. */
async function endSubscriptions(ctx: FlowContext, { subscriptions }: ErasureDeps, id: number): Promise<void> {
  const { stripe, portal, graceDays } = subscriptions;
  if (!stripe) return;
  try {
    await endMemberSubscriptions(ctx, { stripe, portal, graceDays }, id);
  } catch (error) {
    if (!(error instanceof StripeOutage)) throw error;
  }
}

export type ExportDeps = { blobs: Blobs; portal: exports.Portal };

/** Makes an export that was asked for, and mails the link to it (SET-13, SET-14). Repeating it does no harm. */
export async function makeExport(ctx: FlowContext, { blobs, portal }: ExportDeps, exportId: number): Promise<void> {
  const blobId = randomUUID();
  const begun = await ctx.transaction((inner) => exports.beginExport(inner, exportId, blobId));
  if (!begun) return;
  const { userId, leftBlobId, parts } = begun;
  if (leftBlobId) await blobs.remove(leftBlobId);
  const archive = zipOf(archiveFiles(parts, { productName: portal.productName, madeAt: ctx.now }), ctx.now);
  const { bytes } = await blobs.write(blobId, archive, { maxBytes: mostExportBytes });
  await ctx.transaction((inner) => exports.finishExport(inner, { exportId, userId, bytes, parts, portal }));
}

/** Removes archives whose time is over. */
export async function removeExpiredExports(ctx: FlowContext, { blobs }: Pick<ExportDeps, 'blobs'>): Promise<void> {
  for (const { id, blob_id } of await exports.listExpiredExports(ctx)) {
    if (blob_id) await blobs.remove(blob_id);
    await ctx.transaction((inner) => exports.forgetExport(inner, id));
  }
}

/** The files as one zip archive, made while it is read. */
function zipOf(files: readonly ArchiveFile[], madeAt: Date): Readable {
  const zip = new ZipFile();
  for (const { name, text } of files) zip.addBuffer(Buffer.from(text), name, { mtime: madeAt, mode: 0o100640 });
  zip.end();
  return Readable.from(zip.outputStream);
}
