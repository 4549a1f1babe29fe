import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import { createQueryClient, pageQueryOf, queryOf, refresh } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

const resource = queryOf(getResource, { params: { id: 7 } });

function answering(status: number) {
  const fetched = vi.fn(async () => new Response('{"id":7}', { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('GEN-07 a failed query is not tried again', async () => {
  const fetched = answering(500);
  await createQueryClient()
    .fetchQuery(resource)
    .catch(() => undefined);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('GEN-07 data does not grow stale, and focus fetches nothing', async () => {
  const fetched = answering(200);
  const client = createQueryClient();
  await client.fetchQuery(resource);
  await client.fetchQuery(resource);
  expect(fetched).toHaveBeenCalledTimes(1);
  const { staleTime, refetchOnWindowFocus, refetchInterval } = client.getDefaultOptions().queries ?? {};
  expect({ staleTime, refetchOnWindowFocus, refetchInterval }).toEqual({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: undefined,
  });
});

test('GEN-07 a refresh loads what is on screen again, forgets what is not, and leaves other endpoints alone', async () => {
  const fetched = answering(200);
  const client = createQueryClient();
  const page = pageQueryOf(listResources, { query: { page: 1 } });
  client.setQueryData(page.queryKey, { items: [], totalCount: 0, isMinimum: false });
  const other = queryOf(getResource, { params: { id: 8 } });
  await client.fetchQuery(other);
  const leave = new QueryObserver(client, resource).subscribe(() => {});
  await client.fetchQuery(resource);
  fetched.mockClear();
  await refresh(client, getResource);
  leave();
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(resource.queryKey)).toMatchObject({ status: 'success', isInvalidated: false });
  expect(client.getQueryState(other.queryKey)).toBeUndefined();
  expect(client.getQueryState(page.queryKey)).toMatchObject({ isInvalidated: false });
});

test('a session that is over is noticed wherever it is noticed first', async () => {
  const onSignedOut = vi.fn();
  const client = createQueryClient({ onSignedOut });
  answering(500);
  await client.fetchQuery(resource).catch(() => undefined);
  expect(onSignedOut).not.toHaveBeenCalled();
  answering(401);
  await client.fetchQuery(resource).catch(() => undefined);
  expect(onSignedOut).toHaveBeenCalledExactlyOnceWith(client);
});
