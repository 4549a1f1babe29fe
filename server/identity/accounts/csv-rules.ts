import type { CsvTable } from '#contract/csv.ts';
import type { User, UserColumn } from '#contract/identity/accounts-admin.ts';

/** Columns of the CSV file of the list of users. */
export const userCsv: CsvTable<User, UserColumn> = {
  first: { Id: ({ id }) => id, 'First name': ({ firstName }) => firstName, 'Last name': ({ lastName }) => lastName },
  columns: {
    email: { Email: ({ email }) => email },
    organization: { Organization: ({ organization }) => organization },
    role: { Role: ({ role }) => role },
    verified: { 'Email verified': ({ emailVerified }) => (emailVerified ? 'yes' : 'no') },
    joined: { 'Joined (UTC)': ({ createdAt }) => createdAt },
  },
};
