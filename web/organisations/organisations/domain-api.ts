import { queryOptions } from '@tanstack/react-query';
import { getOwnOrganisation, listOrganisationPeople } from '#contract/organisations/organisations.endpoints.ts';
import * as endpoints from '#contract/organisations/organisations-domains.endpoints.ts';
import type { DomainCheck, DomainForm, Joining, Mailbox } from '#contract/organisations/organisations-domains.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf } from '#web/platform/queries.ts';

export const domainsQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.listDomains, { params: { id } }), staleTime: 0 });

/** Query of the people who ask to join, at most 200. */
export const requestsQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.listJoinRequests, { params: { id }, query: {} }), staleTime: 0 });

/**
 * Query of the organisation that the caller can join by the domain of their address; null without one, and for members
 * of an organisation.
 */
export const offerQuery = queryOptions({ ...queryOf(endpoints.getOrganisationOffer), staleTime: 0 });

/** Adds a domain; the dialog shows a refusal at its field. */
export const useAddDomain = (id: number) =>
  useAction({
    send: (body: DomainForm) => call(endpoints.addDomain, { params: { id }, body }),
    changed: [endpoints.listDomains],
  });

/** Emails a code to a mailbox of a domain; the dialog shows the outcome. */
export const useEmailCode = (id: number, domainId: number) =>
  useAction({
    send: (mailbox: Mailbox) => call(endpoints.emailDomainCode, { params: { id, domainId }, body: { mailbox } }),
  });

/** Proves a domain; the dialog shows a refusal. */
export const useCheckDomain = (id: number, domainId: number) =>
  useAction({
    send: (body: DomainCheck) => call(endpoints.checkDomain, { params: { id, domainId }, body }),
    done: ({ domain }) => ({ title: `${domain} is verified` }),
    changed: [endpoints.listDomains],
  });

export const useSetJoining = (id: number) =>
  useAction({
    send: ({ domainId, joining }: { domainId: number; joining: Joining }) =>
      call(endpoints.setJoining, { params: { id, domainId }, body: { joining } }),
    failed: 'The domain was not changed',
    done: ({ domain }) => ({ title: `${domain} was changed` }),
    changed: [endpoints.listDomains, endpoints.listJoinRequests],
  });

export const useRemoveDomain = (id: number) =>
  useAction({
    send: (domainId: number) => call(endpoints.removeDomain, { params: { id, domainId } }),
    failed: 'The domain was not removed',
    done: ({ message }) => ({ title: message }),
    changed: [endpoints.listDomains, endpoints.listJoinRequests],
  });

const people = [endpoints.listJoinRequests, listOrganisationPeople, getOwnOrganisation];

export const useAcceptRequest = (id: number, name: string) =>
  useAction({
    send: (userId: number) => call(endpoints.acceptJoinRequest, { params: { id, userId } }),
    failed: `${name} was not accepted`,
    done: () => ({ title: `${name} is now in the organisation` }),
    changed: people,
  });

export const useDeclineRequest = (id: number, name: string) =>
  useAction({
    send: (userId: number) => call(endpoints.declineJoinRequest, { params: { id, userId } }),
    failed: `${name} was not declined`,
    done: () => ({ title: `The request of ${name} was declined` }),
    changed: people,
  });

/** Joins the organisation of the offer, or asks to. */
export const useJoin = (name: string) =>
  useAction({
    send: (id: number) => call(endpoints.joinOrganisation, { params: { id } }),
    failed: 'You have not joined',
    done: ({ status }) =>
      status === 'joined'
        ? { title: `You are now in ${name}` }
        : { title: `You have asked to join ${name}`, description: 'You get an email when you are accepted.' },
    changed: [getOwnOrganisation, endpoints.getOrganisationOffer],
  });
