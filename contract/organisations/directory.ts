import * as z from 'zod/mini';
import { Id, line, paging } from '../text.ts';

/** Maximum number of tokens of a directory: a second one replaces the first without a gap (SCIM-01). */
export const maxDirectoryTokens = 2;

/** A token of a directory without its secret; times are ISO 8601 in UTC. */
export const DirectoryToken = z.object({
  id: z.int(),
  name: z.string(),
  /** First characters of the secret. */
  start: z.string(),
  createdAt: z.string(),
  /** Name of the owner who made it; null once the account is deleted. */
  madeBy: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
});
export type DirectoryToken = z.infer<typeof DirectoryToken>;

/** The directory of an organisation, for its owners. */
export const Directory = z.object({
  /** The URL for the directory's program. */
  url: z.string(),
  /** Whether a domain is proven by DNS, without which no token can be made. */
  hasProvenDomain: z.boolean(),
  tokens: z.array(DirectoryToken),
  /** Numbers of the people that the directory has sent, by their real state. */
  people: z.object({ in: z.int(), invited: z.int(), outside: z.int(), inactive: z.int() }),
});
export type Directory = z.infer<typeof Directory>;

export const DirectoryTokenForm = z.object({
  name: line({ error: 'Name the token', max: 60, tooLong: 'A name is at most 60 characters' }).check(
    z.minLength(1, 'Name the token'),
  ),
});
export type DirectoryTokenForm = z.infer<typeof DirectoryTokenForm>;

/** A new token with its secret, which is shown this once. */
export const NewDirectoryToken = z.extend(DirectoryToken, { token: z.string() });
export type NewDirectoryToken = z.infer<typeof NewDirectoryToken>;

export const DirectoryTokenParams = z.object({ id: Id, tokenId: Id });
export type DirectoryTokenParams = z.infer<typeof DirectoryTokenParams>;

/**
 * The real state of a person whom the directory has sent: in the organisation, invited, outside although the directory
 * has the person as active, or inactive.
 */
export const DirectoryState = z.enum(['in', 'invited', 'outside', 'inactive'], { error: 'Choose a state of the list' });
export type DirectoryState = z.infer<typeof DirectoryState>;

export const DirectoryPerson = z.object({
  id: z.string(),
  userName: z.string(),
  name: z.string(),
  email: z.string(),
  state: DirectoryState,
  changedAt: z.string(),
});
export type DirectoryPerson = z.infer<typeof DirectoryPerson>;

/** A person whose access the directory ended, with the numbers of what ended (SCIM-06). */
export const EndedAccess = z.object({
  id: z.int(),
  /** Empty once the person's account is deleted. */
  name: z.string(),
  endedAt: z.string(),
  sessions: z.int(),
  seats: z.int(),
  /** Number of the person's API keys. */
  keys: z.int(),
  /** Number of tool tokens. */
  tokens: z.int(),
  /** Whether the person kept the role, as the last owner. */
  isLastOwner: z.boolean(),
});
export type EndedAccess = z.infer<typeof EndedAccess>;

export const DirectoryPeopleQuery = z.object({ state: z.optional(DirectoryState), ...paging() });
export type DirectoryPeopleQuery = z.infer<typeof DirectoryPeopleQuery>;
