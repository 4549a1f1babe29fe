import type { CurrentUser, Settings } from '#contract/accounts.ts';
import type { UserColumn } from '#contract/accounts-admin.ts';
import { choice, listSearch, text } from '../../platform/search.ts';

/** "Mira Tollander". */
export function fullName({ firstName, lastName }: Pick<CurrentUser, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim();
}

/** The names of the roles (PROF-01). */
export const roleNames: Record<CurrentUser['role'], string> = { user: 'User', administrator: 'Administrator' };

/** The columns of the administrators' list that can be chosen. */
export const userColumnNames: Record<UserColumn, string> = {
  email: 'Email',
  organization: 'Organization',
  role: 'Role',
  verified: 'Verified',
  joined: 'Joined',
};

/** What the address of the administrators' list holds. */
export const userList = listSearch({ search: text, organization: text, role: choice(['user', 'administrator']) });

type Choice = { name: keyof Settings; label: string; description: string };

/** The settings for mails (SET-02). */
export const notificationChoices: Choice[] = [
  { name: 'emailUpdates', label: 'Email Updates', description: 'First steps and tips for using the portal.' },
  {
    name: 'resourceAlerts',
    label: 'Resource Alerts',
    description: 'When a resource is added that suits your interests, once a week at most.',
  },
  { name: 'securityAlerts', label: 'Security Alerts', description: 'When a new device signs in to your account.' },
  {
    name: 'marketingEmails',
    label: 'Marketing Emails',
    description: 'News about the product, offers and events.',
  },
];

/** The settings for privacy (SET-03). */
export const privacyChoices: Choice[] = [
  {
    name: 'profileVisible',
    label: 'Profile Visible',
    description: 'Lets managers of your organisation see your profile. No page of this portal shows it to them yet.',
  },
  {
    name: 'activityTracking',
    label: 'Activity Tracking',
    description:
      'Lets us use what you open to choose the new resources we tell you about. Your progress is kept either way, so that you can continue.',
  },
  {
    name: 'dataCollection',
    label: 'Data Collection',
    description:
      'Lets us count, without your name, which resources you open and finish and which searches find nothing.',
  },
];
