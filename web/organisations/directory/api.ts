import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/organisations/directory.endpoints.ts';
import type { DirectoryState } from '#contract/organisations/directory.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf } from '#web/platform/queries.ts';

/** The directory of an organisation, for its owners. */
export const directoryQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getDirectory, { params: { id } }), staleTime: 0 });

/** Query of one page of the people whom the directory has sent. */
export function directoryPeopleQuery(id: number, { state, page }: { state: DirectoryState | undefined; page: number }) {
  const query = { state, page, pageSize: listPageSize };
  return queryOptions({
    ...pageQueryOf(endpoints.listDirectoryPeople, { params: { id }, query }),
    ...listOptions,
    staleTime: 0,
  });
}

/** Number of lines that the card of ended access shows at a time. */
export const endedPageSize = 5;

/** One page of the people whose access the directory ended. */
export const endedQuery = (id: number, page: number) =>
  queryOptions({
    ...pageQueryOf(endpoints.listEndedAccess, { params: { id }, query: { page, pageSize: endedPageSize } }),
    ...listOptions,
  });

/** The URL of the whole record as a file. */
export const endedFile = (id: number) => addressOf(endpoints.downloadEndedAccess, { params: { id } });

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
