import { type AssistantRequestQuery, labelForAssistant, type ReturnPlace } from '#contract/identity/assistants.ts';
import type { AssistantClient } from '#contract/identity/assistants-admin.ts';
import type { Scope } from '#contract/scopes.ts';
import { shortDate } from '#web/dates.ts';

/** Parameters of a client's request for access, which the page passes on unchanged. */
const parameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const satisfies (keyof AssistantRequestQuery)[];

/** Reads the request from the query of the page's URL. */
export function requestOf(search: string): AssistantRequestQuery {
  const given = new URLSearchParams(search);
  return Object.fromEntries(parameters.flatMap((name) => given.getAll(name).map((value) => [name, value])));
}

/** Permissions of an assistant, in the words of the list of scopes. */
export const permissionsOf = (scopes: readonly Scope[]) => scopes.map(labelForAssistant);

/** Returns the permissions in one line, such as "Read the catalogue · Save resources and mark them as finished". */
export const permissionsText = (scopes: readonly Scope[]) => permissionsOf(scopes).join(' · ');

/** Names the place to which the answer of the portal goes, for the member who decides. */
export function placeText({ kind, name }: ReturnPlace): string {
  if (kind === 'website') return name;
  return kind === 'computer' ? `A program on this computer (${name})` : `An app on this device (${name})`;
}

/** Returns the label of the link by which the member leaves for the client without deciding. */
export function backText({ kind, name }: ReturnPlace): string {
  if (kind === 'website') return `Go back to ${name}`;
  return kind === 'computer' ? 'Go back to the program on this computer' : 'Go back to the app on this device';
}

/** Returns the warning about a place that only the member can judge; null for a website whose document names it. */
export function warningOf({ kind, name }: ReturnPlace, host: string | null): string | null {
  const start = 'Allow this only if you started the connection yourself a moment ago.';
  if (kind === 'computer') {
    return `The answer goes to a program on this computer, and any program here could ask under this name. ${start}`;
  }
  if (kind === 'app') return `The answer goes to the app that opens ${name} addresses on this device. ${start}`;
  return host === null ? `This name is not verified. Allow this only if you know ${name}.` : null;
}

/** Returns the use of a client, such as "27 members, last call 14 Nov 2026". */
export function clientUseText({ members, lastUsedOn }: AssistantClient): string {
  const people = members === 1 ? '1 member' : `${members} members`;
  return lastUsedOn === null ? `${people}, no call yet` : `${people}, last call ${shortDate(lastUsedOn, 'UTC')}`;
}
