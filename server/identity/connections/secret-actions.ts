import { listAdministrators } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import type { Context, FlowContext } from '#server/platform/context.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { tellOwners } from './actions.ts';
import { listEndingSecrets, updateConnection } from './connection-store.ts';
import { portalConnectionMail } from './emails.ts';

/**
 * Days before the end of a client secret at which the owners, or for the portal the administrators, are mailed
 * (SSO-01); the nearer first, so that a secret near its end causes only one mail.
 */
const warnings = [7, 30] as const;

/** Mails the owners, or for the portal the administrators, of connections whose client secret ends soon. */
export async function warnOfSecrets(ctx: FlowContext, portal: Portal, failures: ItemFailures): Promise<void> {
  for (const days of warnings) {
    for (const row of await listEndingSecrets(ctx.db, days)) {
      await failures.attempt(`connection ${row.id}`, () => ctx.transaction((inner) => warn(inner, row, portal)));
    }
  }
}

async function warn(ctx: Context, row: Ending, portal: Portal): Promise<void> {
  await updateConnection(ctx.db, row.id, { secret_mailed_days: row.days });
  if (row.organisation_id === null) await warnAdministrators(ctx, row, portal);
  else await tellOwners(ctx, row, row.days === 7 ? 'secret-7' : 'secret-30', null);
}

type Ending = Awaited<ReturnType<typeof listEndingSecrets>>[number];

async function warnAdministrators(
  ctx: Context,
  { id, name, days, secret_ends_on: last }: Ending,
  portal: Portal,
): Promise<void> {
  const site = await portal.site(ctx);
  const what = `needs a new client secret within ${days} days, or it stops working`;
  for (const { userId, email, firstName } of await listAdministrators(ctx)) {
    const key = `connection-secret:${id}.${last}.${days}.${userId}` as const;
    await queueMail(ctx.db, { kind: 'account', key }, portalConnectionMail({ email, firstName, name, what }, site));
  }
}
