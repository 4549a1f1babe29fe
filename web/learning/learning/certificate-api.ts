import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { confirmAssignment } from '#contract/learning/learning.endpoints.ts';
import * as endpoints from '#contract/learning/learning-certificates.endpoints.ts';
import type { Certificate } from '#contract/learning/learning-certificates.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { listOptions, listPageSize, pageQueryOf, refresh } from '#web/platform/queries.ts';
import { lists } from './api.ts';

export const certificatePageSize = 10;

export const certificatesQuery = (page: number) =>
  queryOptions({
    ...pageQueryOf(endpoints.listCertificates, { query: { page, pageSize: certificatePageSize } }),
    ...listOptions,
  });

/** Query of the member's newest certificate for one resource. */
export const resourceCertificateQuery = (resourceId: number) =>
  queryOptions({
    ...pageQueryOf(endpoints.listCertificates, { query: { resourceId, page: 1, pageSize: 1 } }),
    staleTime: 0,
  });

export const useDownloadCertificate = ({ id, resource }: Pick<Certificate, 'id' | 'resource'>) =>
  useAction({
    send: () => download(addressOf(endpoints.downloadCertificate, { params: { id } })),
    failed: 'The certificate was not downloaded',
    done: () => ({ title: 'Download Started', description: `The certificate for ${resource} is being downloaded.` }),
  });

/** Shows or hides the member's name on the public page of a certificate. */
export const useShowName = (id: number) =>
  useAction({
    send: (showName: boolean) => call(endpoints.changeCertificate, { params: { id }, body: { showName } }),
    failed: 'Your choice was not saved',
    done: ({ showsName }) => ({ title: showsName ? 'Your name is shown' : 'Your name is hidden' }),
    changed: [endpoints.listCertificates],
  });

export function organisationCertificatesQuery(id: number, { search, page }: { search: string; page: number }) {
  const query = { search: search || undefined, page, pageSize: listPageSize };
  return queryOptions({
    ...pageQueryOf(endpoints.listOrganisationCertificates, { params: { id }, query }),
    ...listOptions,
  });
}

/** Confirms that the member has read and understood an assigned resource. */
export const useConfirm = () =>
  useAction({
    send: (assignmentId: number) => call(confirmAssignment, { params: { assignmentId } }),
    failed: 'Not confirmed',
    done: () => ({ title: 'Confirmed' }),
    changed: [...lists, endpoints.listCertificates],
  });

/** Loads certificates again, after something was completed. */
export const refreshCertificates = (client: QueryClient) => refresh(client, endpoints.listCertificates);
