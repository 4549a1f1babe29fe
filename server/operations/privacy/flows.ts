import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Proof } from '#contract/identity/sign-in-forms.ts';
import { listChangedCustomers } from '#server/commerce/payments/actions.ts';
import { syncCustomer } from '#server/commerce/payments/flows/customers.ts';
import { workThrough } from '#server/commerce/payments/flows/work-through.ts';
import type { Claims } from '#server/commerce/promotions/actions.ts';
import { cancelPayments } from '#server/commerce/purchases/flows/sync-payment.ts';
import { endMemberSubscriptions, endPaidPlans } from '#server/commerce/subscriptions/flows/end-subscription.ts';
import type { SubscriptionCallDeps } from '#server/commerce/subscriptions/flows/open-subscription.ts';
import type { SubscriptionDeps } from '#server/commerce/subscriptions/flows/sync-subscription.ts';
import type { ProofDeps } from '#server/identity/sign-in/flows/deps.ts';
import { proveOwner } from '#server/identity/sign-in/flows/proof.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import type { RemovalList } from '#server/platform/files/removals.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { StripeOutage, StripeRejection } from '#server/platform/stripe/errors.ts';
import { inTurns } from '#server/platform/turns.ts';
import * as erasure from './erasure-actions.ts';
import * as exports from './export-actions.ts';
import { type ArchiveFile, archiveFiles, mostExportBytes } from './export-rules.ts';
import { listExpiredExports } from './export-store.ts';

export type ErasureDeps = {
  signIn: ProofDeps;
  subscriptions: SubscriptionCallDeps;
  claims: Claims;
  removals: RemovalList;
};

/** Deletes a user's account (ADM-USER-13). */
export async function deleteUser(ctx: MemberFlowContext, deps: ErasureDeps, id: number): Promise<void> {
  await deps.removals.add(await ctx.transaction((inner) => erasure.deleteUser(inner, deps.claims, id)));
  await tryToLeaveStripe(ctx, deps, id);
}

/** Deletes the caller's own account after proof of identity (SET-15, SET-16, SET-19). */
export async function deleteOwn(ctx: MemberFlowContext, deps: ErasureDeps, proof: Proof): Promise<void> {
  await proveOwner(ctx, deps.signIn, proof);
  await deps.removals.add(await ctx.transaction((inner) => erasure.deleteOwn(inner, deps.claims)));
  // The owner's network address is no longer recorded.
  const origin = { ip: '', requestId: ctx.origin.requestId };
  const transaction: FlowContext['transaction'] = (action) => ctx.transaction((inner) => action({ ...inner, origin }));
  await tryToLeaveStripe({ ...ctx, origin, transaction }, deps, ctx.actor.userId);
}

/** Ends the deleted account's objects at Stripe. Ignores errors of Stripe, because the job continues. */
async function tryToLeaveStripe(ctx: FlowContext, { subscriptions }: ErasureDeps, id: number): Promise<void> {
  const { stripe } = subscriptions;
  if (!stripe) return;
  try {
    await leaveStripe(ctx, { ...subscriptions, stripe }, id);
  } catch (error) {
    if (!isOfStripe(error)) throw error;
  }
}

function isOfStripe(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOfStripe);
  return error instanceof StripeOutage || error instanceof StripeRejection;
}

/**
 * Ends the objects of a deleted account at Stripe: open checkouts and payments, subscriptions, and the customer with
 * name, address and cards. Stripe keeps the payments. Repeating it does no harm.
 */
async function leaveStripe(ctx: FlowContext, deps: SubscriptionDeps, userId: number): Promise<void> {
  const parts = [
    { name: 'payments', end: cancelPayments },
    { name: 'subscriptions', end: endMemberSubscriptions },
    { name: 'plans', end: endPaidPlans },
  ];
  await workThrough(parts, ({ end }) => end(ctx, deps, userId), {
    nameOf: ({ name }) => name,
    failure: 'Not everything could be ended',
  });
  // Runs last, because an account without a customer leaves the job's list, so a failed part would never be attempted
  // again.
  await syncCustomer(ctx, deps.stripe, userId);
}

/**
 * Copies current names and addresses of accounts to Stripe's customers, and ends those of deleted accounts.
 * @throws StripeOutage when Stripe does not respond; the next run continues
 */
export async function reconcileCustomers(ctx: FlowContext, deps: SubscriptionDeps): Promise<void> {
  const changed = await listChangedCustomers(ctx);
  await workThrough(
    changed,
    ({ userId, isErased }) => (isErased ? leaveStripe(ctx, deps, userId) : syncCustomer(ctx, deps.stripe, userId)),
    { nameOf: ({ userId }) => `member ${userId}`, failure: 'Some customers could not be reconciled' },
  );
}

export type ExportDeps = { blobs: Blobs; portal: Portal };

/** Makes a requested export, and mails the link to it (SET-13, SET-14). Repeating it does no harm. */
export async function makeExport(ctx: FlowContext, { blobs, portal }: ExportDeps, exportId: number): Promise<void> {
  const blobId = randomUUID();
  const begun = await ctx.transaction((inner) => exports.beginExport(inner, exportId, blobId));
  if (!begun) return;
  const { userId, leftBlobId, parts } = begun;
  if (leftBlobId) await blobs.remove(leftBlobId);
  const { productName } = await portal.site(ctx);
  const archive = zipOf(archiveFiles(parts, { productName, madeAt: ctx.now }), ctx.now);
  const { bytes } = await blobs.write(blobId, archive, { maxBytes: mostExportBytes });
  await ctx.transaction((inner) => exports.finishExport(inner, { exportId, userId, bytes, parts, portal }));
}

/** Removes the archives of expired, failed and deleted members' exports. */
export async function removeExpiredExports(ctx: FlowContext, { blobs }: Pick<ExportDeps, 'blobs'>): Promise<void> {
  const failures = new ItemFailures('Some exports could not be removed');
  for (const { id, blob_id } of await listExpiredExports(ctx.db)) {
    await failures.attempt(`export ${id}`, async () => {
      if (blob_id) await blobs.remove(blob_id);
      await ctx.transaction((inner) => exports.forgetExport(inner, id));
    });
  }
  failures.throwAny();
}

/** Returns the files as one zip archive, made while it is read. */
function zipOf(files: readonly ArchiveFile[], madeAt: Date): Readable {
  const zip = new ZipFile();
  for (const { name, parts } of files) {
    const options = { mtime: madeAt, mode: 0o100640 };
    zip.addReadStreamLazy(name, options, (callback) => callback(null, Readable.from(bytesOf(parts))));
  }
  zip.end();
  return Readable.from(zip.outputStream);
}

async function* bytesOf(parts: Iterable<string>): AsyncGenerator<Buffer> {
  for await (const part of inTurns(parts)) yield Buffer.from(part);
}
