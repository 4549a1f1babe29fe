import { untilTaken } from './busy.ts';
import type { TestPortal } from './portal.ts';
import { dayIn } from './rounds.ts';

type Ids = { organisation: number; person: number; round?: number; resource?: number };

/** Returns the paths of all GET endpoints that the API's description names. */
export async function listReads(portal: TestPortal): Promise<string[]> {
  const { paths } = (await untilTaken(() => portal.visitor().get('/api/openapi.json'))).body as {
    paths: Record<string, object>;
  };
  return Object.entries(paths).flatMap(([path, methods]) => ('get' in methods ? [path] : []));
}

/** Returns a URL of a path about this organisation and person. Ids of other things are the person's too. */
export function readOf(path: string, { organisation, person, round = person, resource = person }: Ids): string {
  const named = path
    .replace('{roundId}', String(round))
    .replace('organisations/{id}', `organisations/${organisation}`)
    .replace('resources/{id}', `resources/${resource}`)
    .replace(/\{\w+\}/g, String(person));
  return `${named}?from=${dayIn(-7)}&to=${dayIn(0)}&userId=${person}&memberId=${person}`;
}
