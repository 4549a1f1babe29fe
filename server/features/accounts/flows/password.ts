import type { ResetPassword } from '#contract/accounts.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { networkOf } from '#server/platform/http/limits.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import * as actions from '../actions.ts';
import { type AccountDeps, checkLength } from './deps.ts';

/** Sets a new password by a link. */
export async function resetPassword(ctx: FlowContext, deps: AccountDeps, form: ResetPassword): Promise<void> {
  checkLength(form.password, deps.passwordMin);
  await deps.limiter.take(deps.limits.linkTries, networkOf(ctx.origin.ip));
  await actions.checkPasswordLink(ctx, form.token);
  const passwordHash = await hashPassword(form.password);
  await ctx.transaction((inner) =>
    actions.setPasswordByLink(inner, { secret: form.token, passwordHash, portal: deps.portal }),
  );
}
