import { afterEach, expect, test, vi } from 'vitest';
import { accessQuery } from './features/access/api.ts';
import { newestResources, relatedResources, resourceQuery } from './features/catalogue/api.ts';
import { unfinishedQuery } from './features/library/api.ts';
import { savedIdsQuery } from './features/library/saved-api.ts';
import { browseCounts, browseResources } from './features/search/api.ts';
import { readBrowseQuery } from './features/search/browse-display.ts';
import { firstScreens } from './first-screens.ts';
import { paths } from './paths.ts';
import { createQueryClient } from './platform/queries.ts';

afterEach(() => vi.unstubAllGlobals());

/** The addresses that the app's own queries ask for. */
async function askedBy(queries: { queryKey: readonly unknown[] }[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('[]');
  });
  const client = createQueryClient(() => undefined);
  for (const query of queries) await client.fetchQuery(query);
  return asked;
}

const browse = readBrowseQuery({});

test.each([
  { address: paths.dashboard(), queries: [newestResources, unfinishedQuery, savedIdsQuery] },
  { address: paths.browse(), queries: [browseResources(browse), browseCounts(browse), savedIdsQuery] },
  { address: paths.resource(17), queries: [resourceQuery(17), savedIdsQuery, accessQuery(17), relatedResources(17)] },
])(
  'what the page of $address brings along is, word for word, what its screen asks for',
  async ({ address, queries }) => {
    const [screen, ...others] = firstScreens.filter(({ path }) => new RegExp(path).test(address));
    const [, id = ''] = new RegExp(screen?.path ?? '').exec(address) ?? [];
    expect(others).toEqual([]);
    const ahead = screen?.calls ?? [];
    expect(ahead).toContain(screen?.accessTo);
    expect(ahead.map((call) => call.replace('$1', id))).toEqual(await askedBy(queries));
  },
);
