import { becomesAscii, comparableAddress, domainOfAddress, emailAddressOf } from '#contract/email-addresses.ts';
import { lineOf } from '#contract/lines.ts';
import { isUnfitForPerson } from '#contract/names.ts';
import { isObject } from '#contract/objects.ts';
import { isStorable } from '#contract/text.ts';
import { firstNameOf } from '#server/identity/accounts/rules.ts';
import { invalidSyntax, invalidValue } from './failure-rules.ts';

export type DirectoryEmail = { value: string; type?: string; primary?: boolean; display?: string };

/** The attributes of a User that the portal keeps beside `userName` and `externalId`; others are ignored. */
export type DirectoryProfile = {
  name?: { formatted?: string; givenName?: string; familyName?: string };
  displayName?: string;
  emails: DirectoryEmail[];
};

/** A User as a directory sends it. */
export type DirectoryUser = {
  userName: string;
  externalId: string | null;
  profile: DirectoryProfile;
  /** Null when the directory does not say. */
  isActive: boolean | null;
};

const longestText = 254;
const mostEmails = 10;

/** The names of attributes by their spelling in small letters, because their case does not count (RFC 7643, 2.1). */
const attributes = new Map(
  ['userName', 'externalId', 'name', 'displayName', 'emails', 'active'].map((name) => [name.toLowerCase(), name]),
);
const partsOfNames: readonly string[] = ['formatted', 'givenName', 'familyName'];
const partsOfEmails: readonly string[] = ['value', 'type', 'primary', 'display'];

/**
 * Returns the name of an attribute, or of its part below `parent`, in the spelling of RFC 7643; null for unknown ones.
 */
export function attributeOf(text: string, parent?: string): string | null {
  const lower = text.toLowerCase();
  if (parent === undefined) return attributes.get(lower) ?? null;
  const parts = parent === 'name' ? partsOfNames : parent === 'emails' ? partsOfEmails : [];
  return parts.find((part) => part.toLowerCase() === lower) ?? null;
}

export type Fields = Record<string, unknown>;

/**
 * Reads a User from the body of a request.
 * @throws a ScimFailure of 400 that names the attribute
 */
export function readUser(body: unknown): DirectoryUser {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object.');
  const user = known(body);
  const userName = readText('userName', user.userName);
  if (!userName) throw invalidValue('userName is required.');
  const externalId = readText('externalId', user.externalId) ?? null;
  const displayName = readText('displayName', user.displayName);
  const name = readName(user.name);
  const profile = { ...(name && { name }), ...(displayName && { displayName }), emails: readEmails(user.emails) };
  return { userName, externalId, profile, isActive: readActive(user.active) };
}

/** Returns the known fields in the spelling of RFC 7643. */
function known(fields: Fields, parent?: string): Fields {
  const found: Fields = {};
  for (const [key, value] of Object.entries(fields)) {
    const name = attributeOf(key, parent);
    if (name !== null) found[name] = value;
  }
  return found;
}

function readText(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return;
  if (typeof value !== 'string') throw invalidValue(`${name} must be text.`);
  if (!isStorable(value)) throw invalidValue(`${name} contains characters that cannot be stored.`);
  if (value.length > longestText) throw invalidValue(`${name} is longer than ${longestText} characters.`);
  return value.trim() === '' ? undefined : value;
}

function readName(value: unknown): DirectoryProfile['name'] {
  if (value === undefined || value === null) return;
  if (!isObject(value)) throw invalidValue('name must be an object.');
  const parts = Object.entries(known(value, 'name')).flatMap(([part, text]) => {
    const read = readText(`name.${part}`, text);
    return read === undefined ? [] : [[part, read]];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function readEmails(value: unknown): DirectoryEmail[] {
  if (value === undefined || value === null) return [];
  const all = Array.isArray(value) ? value : [value];
  if (all.length > mostEmails) throw invalidValue(`A user has at most ${mostEmails} emails.`);
  return all.flatMap((one) => readEmail(one) ?? []);
}

function readEmail(one: unknown): DirectoryEmail | null {
  if (!isObject(one)) throw invalidValue('emails must be a list of objects.');
  const email = known(one, 'emails');
  const value = readText('emails.value', email.value);
  if (value === undefined) return null;
  const [type, display] = [readText('emails.type', email.type), readText('emails.display', email.display)];
  const primary = readBoolean('emails.primary', email.primary);
  return { value, ...(type && { type }), ...(primary !== null && { primary }), ...(display && { display }) };
}

/**
 * Reads `active`, also from a list of one object with a `value`, and from text: Entra sends "False" unless the
 * directory's URL has `aadOptscim062020`.
 */
export function readActive(value: unknown): boolean | null {
  if (Array.isArray(value) && value.length === 1 && isObject(value[0])) return readActive(value[0].value);
  return readBoolean('active', value);
}

export function readBoolean(name: string, value: unknown): boolean | null {
  if (value === undefined || value === null) return null;
  const read = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (read === true || read === 'true') return true;
  if (read === false || read === 'false') return false;
  throw invalidValue(`${name} must be true or false.`);
}

/**
 * Returns the email address of a user: the primary email, the work email, the first email or the userName, whichever
 * exists first in this order.
 * @throws a ScimFailure of 400 without an address
 */
export function addressOf({ userName, profile: { emails } }: Pick<DirectoryUser, 'userName' | 'profile'>): string {
  const chosen = emails.find(({ primary }) => primary) ??
    emails.find(({ type }) => type?.toLowerCase() === 'work') ??
    emails.at(0) ?? { value: userName };
  const address = becomesAscii(chosen.value) ? null : emailAddressOf(lineOf(chosen.value));
  if (address === null) throw invalidValue(`“${chosen.value}” is no email address. Map one to emails or to userName.`);
  return address;
}

/** Returns all addresses of a user, and the userName if it looks like one. */
export function addressesOf({ userName, profile }: DirectoryUser): string[] {
  return [userName, ...profile.emails.map(({ value }) => value)].filter((text) => text.includes('@'));
}

/**
 * Returns the user without the emails outside of these domains, which may be private ones.
 * @param kept addresses that pass in any domain
 * @throws a ScimFailure of 400 when the address, or a userName that looks like one, is outside of them
 */
export function insideDomains<User extends DirectoryUser>(
  user: User,
  domains: ReadonlySet<string>,
  kept: readonly string[] = [],
): User {
  const known = new Set(kept.map(comparableAddress));
  const isInside = (address: string) => domains.has(domainOfAddress(address)) || known.has(comparableAddress(address));
  const named = [addressOf(user), ...(user.userName.includes('@') ? [user.userName] : [])];
  const outside = named.find((address) => !isInside(address));
  if (outside !== undefined) {
    throw invalidValue(`“${outside}” is not in a domain that your organisation has verified by its DNS record.`);
  }
  const emails = user.profile.emails.filter(({ value }) => isInside(value));
  return { ...user, profile: { ...user.profile, emails } };
}

const longestName = 100;

/**
 * Returns the names for a new account; the first name is made from the address when neither a given nor a whole name can
 * be used.
 */
export function namesOf({ name, displayName }: DirectoryProfile, address: string) {
  const usable = (text: string | undefined) => {
    const line = lineOf(text ?? '');
    return line === '' || line.length > longestName || isUnfitForPerson(line) ? null : line;
  };
  const given = usable(name?.givenName);
  const whole = given === null ? (usable(displayName) ?? usable(name?.formatted)) : null;
  return {
    firstName: given ?? whole ?? firstNameOf(address),
    lastName: whole === null ? (usable(name?.familyName) ?? '') : '',
  };
}

/** Returns the name that owners read: the directory's name of the person, or the userName if it has none. */
export function displayedName({ userName, profile }: Pick<DirectoryUser, 'userName' | 'profile'>): string {
  const { name, displayName } = profile;
  const parts = lineOf(`${name?.givenName ?? ''} ${name?.familyName ?? ''}`);
  return lineOf(displayName ?? '') || parts || lineOf(name?.formatted ?? '') || userName;
}
