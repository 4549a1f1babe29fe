import type { CurrentUser, FirstStepsForm, Settings, SettingsForm } from '#contract/identity/accounts.ts';
import type { ProfileForm } from '#contract/identity/accounts-profile.ts';
import type { Goal, MemberRole } from '#contract/interests.ts';
import { endCompanySessions } from '#server/identity/connections/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import {
  findAdministrators,
  findUser,
  insertUser,
  type NewUser,
  type Reader,
  type User,
  updateFirstSteps,
  updatePicture,
  updateProfile,
  updateRole,
  updateSettings,
} from './store.ts';

/** A whole row of an account, for other features. It holds the password hash, so it must never be sent unconverted. */
export type Account = User;

/** Lists the administrators, who are mailed about the portal itself. */
export function listAdministrators(ctx: Context): Promise<Reader[]> {
  return findAdministrators(ctx.db);
}

export function findAccount(ctx: Context, userId: number): Promise<Account | null> {
  return findUser(ctx.db, userId);
}

/** Adds an account; null when the address is taken already. */
export function addAccount(ctx: Context, user: NewUser): Promise<Account | null> {
  return insertUser(ctx.db, user);
}

/**
 * Sets the role of an account, without any check and without an entry in the audit log. Sign-ins through organisations'
 * connections end with an administrator's role (SSO-07). The caller must have locked the account.
 * @returns the time, by the database's clock
 */
export async function giveRole(ctx: Context, userId: number, role: Account['role']): Promise<Date> {
  const at = await updateRole(ctx.db, userId, role);
  if (role === 'administrator') await endCompanySessions(ctx, userId);
  return at;
}

/** Returns the account of the signed-in user. @throws accounts.sign-in-required */
export async function getAccount(ctx: MemberContext): Promise<Account> {
  const user = await findUser(ctx.db, ctx.actor.userId);
  if (!user) throw fail('accounts.sign-in-required');
  return user;
}

export async function getCurrentUser(ctx: MemberContext): Promise<CurrentUser> {
  return showCurrentUser(await getAccount(ctx));
}

/** Changes the given fields of the profile; the email address is none of them (PROF-05). */
export async function changeProfile(ctx: MemberContext, form: ProfileForm): Promise<CurrentUser> {
  return showCurrentUser(await updateProfile(ctx.db, ctx.actor.userId, form));
}

/** Records which parts of the dashboard the caller has dismissed. */
export async function changeFirstSteps(ctx: MemberContext, form: FirstStepsForm): Promise<CurrentUser> {
  return showCurrentUser(await updateFirstSteps(ctx.db, ctx.actor.userId, form));
}

/** Sets the URL of an account's picture; null removes it. */
export async function setPicture(ctx: Context, userId: number, address: string | null): Promise<CurrentUser> {
  return showCurrentUser(await updatePicture(ctx.db, userId, address));
}

/** Changes the settings that are given (SET-04). */
export async function changeSettings(ctx: MemberContext, form: SettingsForm): Promise<Settings> {
  return showSettings(await updateSettings(ctx.db, ctx.actor.userId, form));
}

/** Switches one setting of an account off, for links that work without a sign-in. */
export async function switchOff(ctx: Context, userId: number, name: keyof Settings): Promise<void> {
  await updateSettings(ctx.db, userId, { [name]: false });
}

/** Converts an account for the API: without hash, times as text (GEN-15). */
export function showCurrentUser(user: User): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    organization: user.organization,
    // Safe casts, because a check of the table accepts no other values.
    roleAffiliation: user.role_affiliation as MemberRole | null,
    goal: user.goal as Goal | null,
    skipsRoleQuestion: user.skips_role_question,
    hidesFirstSteps: user.hides_first_steps,
    timeZone: user.time_zone,
    profileImageUrl: user.profile_image_url,
    role: user.role,
    emailVerified: user.email_verified_at !== null,
    twoFactorEnabled: user.two_factor_enabled_at !== null,
    hasPassword: user.password_hash !== null,
    isInvited: user.is_invited,
    createdAt: user.created_at.toISOString(),
    updatedAt: user.updated_at.toISOString(),
    ...showSettings(user),
  };
}

function showSettings(user: User): Settings {
  return {
    emailUpdates: user.email_updates,
    resourceAlerts: user.resource_alerts,
    securityAlerts: user.security_alerts,
    marketingEmails: user.marketing_emails,
    profileVisible: user.profile_visible,
    activityTracking: user.activity_tracking,
    dataCollection: user.data_collection,
  };
}
