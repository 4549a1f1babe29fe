import type { Settings } from '#contract/identity/accounts.ts';

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

/** The zones that this browser knows, by name, with one that it may list under another name. */
export const zonesWith = (zone: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].toSorted();
