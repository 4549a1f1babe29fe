import { toMajor } from '#contract/money.ts';
import type { Dispute } from '#contract/payments-admin.ts';
import { queueMail } from '#server/features/accounts/mail-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as store from './dispute-store.ts';
import { disputeMail } from './emails.ts';

/**
 * Disputes and inquiries that are open, the most urgent first, then those decided in the last 30 days.
 * @param paymentsUrl where the provider shows payments; null for the sandbox, which has no dashboard
 */
export async function listDisputes(ctx: Context, paymentsUrl: string | null): Promise<Dispute[]> {
  const rows = await store.listDisputes(ctx.db, 200);
  return rows.map(({ userId: memberId, amountMinor, intentId, openedAt, dueBy, ...row }) => ({
    ...row,
    memberId,
    amount: toMajor(amountMinor, row.currency),
    openedAt: openedAt.toISOString(),
    dueBy: dueBy?.toISOString() ?? null,
    url: paymentsUrl && `${paymentsUrl}/${intentId}`,
  }));
}

/**
 * Mails each administrator that a dispute waits for an answer, once; an inquiry that becomes a dispute is a second mail.
 * One that was answered before the job ran needs none.
 */
export async function mailDispute(ctx: Context, id: string, portal: Portal): Promise<void> {
  const dispute = await store.findUnanswered(ctx.db, id);
  if (!dispute) return;
  const site = await portal.site(ctx);
  for (const reader of await store.listAdministrators(ctx.db)) {
    const mail = disputeMail(dispute, reader, site);
    const key = { kind: 'money', key: `dispute:${id}:${dispute.status}:${reader.userId}` } as const;
    await queueMail(ctx.db, key, { ...mail, to: reader.email });
  }
}
