import type { Organisation, OrganisationRole } from '#contract/organisations.ts';
import { choice, listSearch, text } from '../../platform/search.ts';

export const roleNames: Record<OrganisationRole, string> = { owner: 'Owner', manager: 'Manager', learner: 'Learner' };

/** What the address of the people's list holds. */
export const peopleList = listSearch({ search: text, role: choice(['owner', 'manager', 'learner']) });

/** The roles that a role may give and take (ORG-05). */
export function rolesFor(own: OrganisationRole): OrganisationRole[] {
  return own === 'owner' ? ['owner', 'manager', 'learner'] : ['manager', 'learner'];
}

/** "48 people, you are an owner" */
export function summaryOf({ people, role }: Organisation): string {
  const own = `you are ${role === 'owner' ? 'an' : 'a'} ${role}`;
  if (people === null) return `You are ${role === 'owner' ? 'an' : 'a'} ${role}.`;
  return `${people === 1 ? '1 person' : `${people} people`}, ${own}`;
}

/** One line of the pasted addresses: an address to invite, or what is wrong with it. Lines are counted from 1. */
export type PastedLine = { line: number; email: string; problem: string | null };

const address = /[^\s<>,;"']+@[^\s<>,;"']+/;
const wellFormed = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;

/** Reads pasted addresses, one for each line, or rows of a spreadsheet; empty lines are left out. */
export function linesOf(pasted: string): PastedLine[] {
  const seen = new Map<string, number>();
  return pasted.split(/\r?\n/).flatMap((row, index): PastedLine[] => {
    const line = index + 1;
    if (row.trim() === '') return [];
    const email = address.exec(row)?.[0] ?? '';
    if (!wellFormed.test(email)) return [{ line, email: email || row.trim(), problem: 'This is no email address.' }];
    const first = seen.get(email.toLowerCase());
    if (first !== undefined) return [{ line, email, problem: `The same address is in line ${first}.` }];
    seen.set(email.toLowerCase(), line);
    return [{ line, email, problem: null }];
  });
}

/** The number of the line whose address a refusal names; null when it names none. */
export function lineNamedBy(sentence: string, lines: readonly PastedLine[]): number | null {
  const named = /^“(.+?)”/.exec(sentence)?.[1]?.toLowerCase();
  return lines.find(({ email }) => email.toLowerCase() === named)?.line ?? null;
}
