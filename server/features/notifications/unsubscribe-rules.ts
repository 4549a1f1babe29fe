import type { Settings } from '#contract/accounts.ts';

/** The settings that a link at the foot of a mail switches off, with what the link's secret is sealed for. */
export const unsubscribable = {
  resourceAlerts: { name: 'Resource Alerts', purpose: 'unsubscribe:resource-alerts' },
  emailUpdates: { name: 'Email Updates', purpose: 'unsubscribe:email-updates' },
} as const satisfies Partial<Record<keyof Settings, { name: string; purpose: string }>>;

export type Unsubscribable = keyof typeof unsubscribable;

/** All of them. */
export const unsubscribables: readonly Unsubscribable[] = ['resourceAlerts', 'emailUpdates'];
