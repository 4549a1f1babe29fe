import type { MemberFlowContext } from '#server/platform/context.ts';
import { disableSecondFactor, enableSecondFactor } from '../second-factor-actions.ts';
import type { Device } from '../session-actions.ts';
import type { SignInDeps } from './deps.ts';
import { prove, proveOwner } from './proof.ts';

type Enabled = { recoveryCodes: string[]; secret: string };

/**
 * Switches the second factor on by a code; wrong ones count.
 * @returns the recovery codes, and the secret of this browser's new sign-in
 */
export function enable(ctx: MemberFlowContext, deps: SignInDeps, code: string, device: Device): Promise<Enabled> {
  const { sealer, portal } = deps;
  return prove(ctx, deps, {
    attempt: (account) =>
      ctx.transaction((inner) => enableSecondFactor(inner, { account, code, sealer, device, portal })),
    refusal: 'accounts.wrong-code',
  });
}

/**
 * Switches the second factor off with the password (SET-11).
 * @returns the secret of this browser's new sign-in
 */
export async function disable(
  ctx: MemberFlowContext,
  deps: SignInDeps,
  password: string | undefined,
  device: Device,
): Promise<string> {
  const account = await proveOwner(ctx, deps, password);
  return ctx.transaction((inner) => disableSecondFactor(inner, { account, device, portal: deps.portal }));
}
