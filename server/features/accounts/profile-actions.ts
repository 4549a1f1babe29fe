import type { CurrentUser, ProfileForm, Settings, SettingsForm } from '#contract/accounts.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.ts';
import { type Account, type Portal, showSettings, showUser } from './actions.ts';
import { type Device, replaceSignIns } from './device-actions.ts';
import { passwordChangedMail } from './emails.ts';
import { closeLinks } from './link-store.ts';
import { updatePassword, updateProfile, updateSettings } from './store.ts';

/** Changes name and organization; the address stays (PROF-05). */
export async function changeProfile(ctx: MemberContext, form: ProfileForm): Promise<CurrentUser> {
  return showUser(await updateProfile(ctx.db, ctx.actor.userId, form));
}

/** Changes the choices that are given (SET-04). */
export async function changeSettings(ctx: MemberContext, form: SettingsForm): Promise<Settings> {
  return showSettings(await updateSettings(ctx.db, ctx.actor.userId, form));
}

/** Switches one choice of an account off, for links that work without a sign-in. */
export async function switchOff(ctx: Context, userId: number, name: keyof Settings): Promise<void> {
  await updateSettings(ctx.db, userId, { [name]: false });
}

type NewPassword = { account: Account; passwordHash: string; device: Device; portal: Portal };

/**
 * Sets a new password; every other device and every open link of the account ends.
 * @returns the secret of this browser's new sign-in
 */
export async function setPassword(ctx: MemberContext, form: NewPassword): Promise<string> {
  const { account, passwordHash, device, portal } = form;
  await updatePassword(ctx.db, account.id, passwordHash);
  await closeLinks(ctx.db, account.id, 'set_password', 'second_step');
  const reader = { email: account.email, firstName: account.first_name };
  await queueMail(
    ctx.db,
    { kind: 'account', key: `password-changed:${ctx.origin.requestId}` },
    passwordChangedMail(reader, portal),
  );
  return replaceSignIns(ctx, account, { device, portal });
}
