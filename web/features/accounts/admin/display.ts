import type { User } from '#contract/accounts-admin.ts';
import type { FieldWords } from '../../../admin/EditConflict.tsx';
import { labelIn } from '../../../platform/words.ts';

export const roleNames = { user: 'User', administrator: 'Administrator' } as const;

export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`;

/** The labels of the fields where two administrators' changes are compared. */
export const fieldLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  organization: 'Organization',
  role: 'Role',
} as const;

/** The words of fields whose stored values are not readable. */
export const wordsFor: FieldWords = (name, value) => (name === 'role' ? labelIn(roleNames, value) : undefined);
