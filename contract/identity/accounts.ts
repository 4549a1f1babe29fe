import * as z from 'zod/mini';
import { goals, memberRoles } from '../interests.ts';
import { trueOrFalse } from '../text.ts';

const YesNo = z.optional(trueOrFalse('This'));

/** Parts of the dashboard that the member hides (DASH-14, DASH-15); fields that are left out stay as they are. */
export const FirstStepsForm = z.object({ skipsRoleQuestion: YesNo, hidesFirstSteps: YesNo });
export type FirstStepsForm = z.infer<typeof FirstStepsForm>;

const Choice = trueOrFalse('A setting');

/** The seven settings of a member (SET-02, SET-03). */
export const Settings = z.object({
  emailUpdates: Choice,
  resourceAlerts: Choice,
  securityAlerts: Choice,
  marketingEmails: Choice,
  profileVisible: Choice,
  activityTracking: Choice,
  dataCollection: Choice,
});
export type Settings = z.infer<typeof Settings>;

export const SettingsForm = z.partial(Settings);
export type SettingsForm = z.infer<typeof SettingsForm>;

/** The signed-in user (API-08): times are ISO 8601 in UTC. */
export const CurrentUser = z.object({
  id: z.int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  organization: z.nullable(z.string()),
  roleAffiliation: z.nullable(z.enum(memberRoles)),
  goal: z.nullable(z.enum(goals)),
  skipsRoleQuestion: z.boolean(),
  hidesFirstSteps: z.boolean(),
  /** The name of a time zone, such as Europe/London; null until a browser or the member says it (SET-21). */
  timeZone: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(['user', 'administrator']),
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /** Whether the account has a password; false, for example, for one made by a provider's sign-in (SET-18, SSO-08). */
  hasPassword: z.boolean(),
  /** Whether the password is still the one that an administrator chose (ADM-USER-16). */
  isInvited: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...Settings.shape,
});
export type CurrentUser = z.infer<typeof CurrentUser>;
