import { isoDay, longDate, portalZone } from '#contract/dates.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { attachmentOf } from '#server/learning/library/rules.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { composeMail, type Portal, type Sender } from '#server/platform/mail/layout.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { hashSecret, newSecret } from '#server/platform/security/secrets.ts';
import { exportDays, type OwnPart } from './export-rules.ts';
import * as store from './export-store.ts';
import { listOwnParts } from './own-data-store.ts';

/** Requests a copy of the caller's data (SET-13); does nothing while one is being made. */
export async function requestExport(ctx: MemberContext): Promise<void> {
  const exportId = await store.insertExport(ctx.db, ctx.actor.userId);
  if (exportId !== null) await enqueue(ctx.db, 'make-data-export', { exportId }, { key: `data-export:${exportId}` });
}

/** An export that is about to be written to a new blob, and the blob that an interrupted attempt left. */
export type Begun = { userId: number; leftBlobId: string | null; parts: OwnPart[] };

/**
 * Records the blob of an export's archive, and reads the member's data; null when the export is no longer needed.
 */
export async function beginExport(ctx: Context, exportId: number, blobId: string): Promise<Begun | null> {
  const row = await store.findOpenExport(ctx.db, exportId);
  if (!row) return null;
  await store.updateBlob(ctx.db, exportId, blobId);
  return { userId: row.user_id, leftBlobId: row.blob_id, parts: await listOwnParts(ctx.db, row.user_id) };
}

type Finished = { exportId: number; userId: number; bytes: number; parts: readonly OwnPart[]; portal: Portal };

/** Records that the archive is written, ends earlier ones, and mails the link to it. */
export async function finishExport(ctx: Context, { exportId, userId, bytes, parts, portal }: Finished): Promise<void> {
  const secret = newSecret();
  const tokenHash = hashSecret(secret);
  const expiresAt = await store.updateReady(ctx.db, { id: exportId, bytes, tokenHash, days: exportDays });
  const reader = await store.findReader(ctx.db, userId);
  if (!expiresAt || !reader) return;
  await store.updateReplaced(ctx.db, { id: exportId, userId });
  const counts = parts
    .filter(({ name }) => named.has(name))
    .map(({ name, rows }): [string, number] => [named.get(name) ?? name, rows.length]);
  const url = `${portal.publicUrl}/settings?token=${secret}`;
  await queueMail(
    ctx.db,
    { kind: 'account', key: `data-export:${exportId}` },
    exportMail(reader, { url, expiresAt, bytes, counts }, await portal.site(ctx)),
  );
}

/** The parts that the mail counts, with their titles. */
const named = new Map([
  ['purchases', 'Purchases'],
  ['subscriptions', 'Subscriptions'],
  ['sessions', 'Sessions'],
  ['assessments', 'Assessments'],
]);

/** Records that the export failed, so that another one can be requested. */
export function giveUpExport(ctx: Context, exportId: number): Promise<void> {
  return store.updateFailed(ctx.db, exportId);
}

/** Returns the archive of a link, for its own member only. @throws privacy.export-expired */
export async function getExport(ctx: MemberContext, secret: string) {
  const found = await store.findReadyExport(ctx.db, { tokenHash: hashSecret(secret), userId: ctx.actor.userId });
  if (!found) throw fail('privacy.export-expired');
  const name = `data-export-${isoDay(found.ready_at, ctx.actor.timeZone)}.zip`;
  return { blobId: found.blob_id, bytes: found.bytes, disposition: attachmentOf(name) };
}

/** Deletes an export. The caller must have removed its archive. */
export function forgetExport(ctx: Context, id: number): Promise<void> {
  return store.deleteExport(ctx.db, id);
}

type Reader = { email: string; firstName: string; lastName: string; timeZone: string | null };
type Export = { url: string; expiresAt: Date; bytes: number; counts: [name: string, count: number][] };

/** Writes the mail with the link to the copy of a member's data (SET-13). */
function exportMail(reader: Reader, { url, expiresAt, bytes, counts }: Export, sender: Sender): Mail {
  const until = longDate(expiresAt, reader.timeZone ?? portalZone);
  const subject = `Your data export from ${sender.productName}`;
  const letter = {
    heading: `Hello ${reader.firstName}`,
    paragraphs: [
      `The copy of your data that you asked for is ready: an archive of ${sizeText(bytes)} with JSON and CSV files.`,
      `The link opens it until ${until}, and only while you are signed in to your account. It is deleted afterwards.`,
      `If you did not ask for it, change your password: another person is signed in to your account.`,
    ],
    facts: [
      ['Name', `${reader.firstName} ${reader.lastName}`.trim()],
      ['Email', reader.email],
      ...counts.map(([name, count]): [string, string] => [name, String(count)]),
    ] satisfies [string, string][],
    action: { label: 'Download your data', url },
    reason: `You get this email because an export of your data was requested at ${sender.productName}.`,
  };
  return { to: reader.email, subject, ...composeMail(letter, sender) };
}

/** Returns, for example, "12 KB"; at least "1 KB". */
function sizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
