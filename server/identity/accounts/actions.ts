import type { CurrentUser, FirstStepsForm, Settings, SettingsForm } from '#contract/identity/accounts.ts';
import type { ProfileForm } from '#contract/identity/accounts-profile.ts';
import type { Goal, MemberRole } from '#contract/interests.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import {
  findUser,
  insertUser,
  type NewUser,
  type User,
  updateFirstSteps,
  updatePicture,
  updateProfile,
  updateRole,
  updateSettings,
} from './store.ts';

/** A whole account, for other features; never sent as it is. */
export type Account = User;

/** The account of an id; null when it is unknown or deleted. */
export function findAccount(ctx: Context, userId: number): Promise<Account | null> {
  return findUser(ctx.db, userId);
}

/** Adds an account; null when the address is taken already. */
export function addAccount(ctx: Context, user: NewUser): Promise<Account | null> {
  return insertUser(ctx.db, user);
}

/** Gives an account another role, whatever it had. */
export async function giveRole(ctx: Context, userId: number, role: Account['role']): Promise<void> {
  await updateRole(ctx.db, userId, role);
}

/** The account of the signed-in user. */
export async function getAccount(ctx: MemberContext): Promise<Account> {
  const user = await findUser(ctx.db, ctx.actor.userId);
  if (!user) throw fail('accounts.sign-in-required');
  return user;
}

/** The signed-in user as the API shows them. */
export async function getCurrentUser(ctx: MemberContext): Promise<CurrentUser> {
  return showCurrentUser(await getAccount(ctx));
}

/** Changes name, organization, role and goal; the address stays (PROF-05). */
export async function changeProfile(ctx: MemberContext, form: ProfileForm): Promise<CurrentUser> {
  return showCurrentUser(await updateProfile(ctx.db, ctx.actor.userId, form));
}

/** Changes what the dashboard stops showing. */
export async function changeFirstSteps(ctx: MemberContext, form: FirstStepsForm): Promise<CurrentUser> {
  return showCurrentUser(await updateFirstSteps(ctx.db, ctx.actor.userId, form));
}

/** Changes the address of an account's picture; null when it has none. */
export async function setPicture(ctx: Context, userId: number, address: string | null): Promise<CurrentUser> {
  return showCurrentUser(await updatePicture(ctx.db, userId, address));
}

/** Changes the choices that are given (SET-04). */
export async function changeSettings(ctx: MemberContext, form: SettingsForm): Promise<Settings> {
  return showSettings(await updateSettings(ctx.db, ctx.actor.userId, form));
}

/** Switches one choice of an account off, for links that work without a sign-in. */
export async function switchOff(ctx: Context, userId: number, name: keyof Settings): Promise<void> {
  await updateSettings(ctx.db, userId, { [name]: false });
}

/** An account as the API shows it: no hash, times as text (GEN-15). */
export function showCurrentUser(user: User): CurrentUser {
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    organization: user.organization,
    // A check of the table accepts no other values.
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

/** The seven choices of an account as the API shows them. */
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
