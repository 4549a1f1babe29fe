import type { CurrentUser } from '#contract/accounts.ts';
import type { RappPrinciple } from '#contract/catalogue.ts';

/** "Mira Tollander". */
export function fullName({ firstName, lastName }: Pick<CurrentUser, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim();
}

export type EmailNotice = { title: string; description: string; tone: 'success' | 'destructive' };

/** What the address says after the link of a verification mail was opened (/?email=…); null for anything else. */
export function emailNotice(outcome: string | undefined): EmailNotice | null {
  if (outcome === 'verified') {
    return { title: 'Email verified', description: 'Thank you, your email address is confirmed.', tone: 'success' };
  }
  if (outcome === 'link-invalid') {
    return {
      title: 'Email not verified',
      description: 'This verification link is invalid or has expired.',
      tone: 'destructive',
    };
  }
  return null;
}

/** What is wrong with a new password that is too short (AUTH-21). */
export function passwordRule(minimum: number): string {
  return `Password must be at least ${minimum} characters`;
}

/** The framework in four lines, beside the sign-in form. */
export const principlePromises: Record<RappPrinciple, string> = {
  responsible: 'Clear owners, evidence and limits.',
  adaptive: 'Learn early, change course safely.',
  people_centred: 'Designed with those it affects.',
  purpose_driven: 'A real need before a tool.',
};
