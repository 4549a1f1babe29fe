import type { RappPrinciple } from '#contract/catalogue.ts';

/** Where a sign-in by the provider leads: the page whose place the form has taken, the dashboard from /auth. */
export function providerReturnPath({ pathname, search }: { pathname: string; search: string }): string {
  return pathname === '/auth' ? '/' : pathname + search;
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
