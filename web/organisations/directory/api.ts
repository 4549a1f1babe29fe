import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/organisations/directory.endpoints.ts';
import type { DirectoryState } from '#contract/organisations/directory.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf } from '#web/platform/queries.ts';

/** The directory of an organisation, for its owners. */
export const directoryQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getDirectory, { params: { id } }), staleTime: 0 });

/** One page of the people whom the directory has sent. */
export function directoryPeopleQuery(id: number, { state, page }: { state: DirectoryState | undefined; page: number }) {
  const query = { state, page, pageSize: listPageSize };
  return queryOptions({
    ...pageQueryOf(endpoints.listDirectoryPeople, { params: { id }, query }),
    ...listOptions,
    staleTime: 0,
  });
}

/** Makes a token, whose secret the reply has once. */
export const createToken = (id: number, name: string) =>
  call(endpoints.createDirectoryToken, { params: { id }, body: { name } });

export const useRevokeToken = (id: number, name: string) =>
  useAction({
    send: (tokenId: number) => call(endpoints.revokeDirectoryToken, { params: { id, tokenId } }),
    failed: `${name} was not revoked`,
    done: () => ({ title: `${name} is revoked` }),
    changed: [endpoints.getDirectory],
  });
