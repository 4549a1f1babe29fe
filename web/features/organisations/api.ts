import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/organisations.endpoints.ts';
import type { InvitationForm, OrganisationForm, OrganisationRole } from '#contract/organisations.ts';
import { call } from '../../platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf, refresh } from '../../platform/queries.ts';
import { toast, toastFailure } from '../../platform/toast.ts';

/** The member's organisation; null without one. */
export const ownOrganisation = { ...queryOf(endpoints.getOwnOrganisation), staleTime: 0 };

type Sought = { search?: string; role?: OrganisationRole; page?: number };

/** One page of the people of an organisation. */
export function peopleQuery(id: number, given: Sought) {
  const query = { ...given, pageSize: listPageSize };
  return queryOptions({
    ...pageQueryOf(endpoints.listOrganisationPeople, { params: { id }, query }),
    ...listOptions,
  });
}

/** The waiting invitations. */
export const invitationsQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.listInvitations, { params: { id } }), staleTime: 0 });

/** What an invitation link leads to. */
export const openInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: [endpoints.openInvitation.path, token],
    queryFn: () => call(endpoints.openInvitation, { params: { token } }),
    gcTime: 0,
  });

const all = [endpoints.getOwnOrganisation, endpoints.listOrganisationPeople, endpoints.listInvitations];

type Change<Sent, Answer> = {
  send: (sent: Sent) => Promise<Answer>;
  failed: string;
  done: (answer: Answer) => { title: string; description?: string };
  /** What is loaded again; for who is outside then, nothing of the organisation. */
  changed?: Parameters<typeof refresh>[1][];
};

function useChange<Sent, Answer>({ send, failed, done, changed = all }: Change<Sent, Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      await refresh(client, ...changed);
      toast({ ...done(answer), tone: 'success' });
    },
    onError: async (error) => {
      toastFailure(failed, error);
      // What is shown may be what was refused.
      await refresh(client, ...all);
    },
  });
}

export const useCreateOrganisation = () =>
  useChange({
    send: (body: OrganisationForm) => call(endpoints.createOrganisation, { body }),
    failed: 'The organisation was not made',
    done: ({ name }) => ({ title: `${name} is there`, description: 'You are its owner. Invite the first people.' }),
  });

export const useSetRole = (id: number) =>
  useChange({
    send: ({ userId, role }: { userId: number; role: OrganisationRole }) =>
      call(endpoints.setOrganisationRole, { params: { id, userId }, body: { role } }),
    failed: 'The role was not changed',
    done: ({ name, role }) => ({ title: `${name} is now ${role === 'owner' ? 'an' : 'a'} ${role}` }),
  });

export const useRemovePerson = (id: number, name: string) =>
  useChange({
    send: (userId: number) => call(endpoints.removeFromOrganisation, { params: { id, userId } }),
    failed: `${name} was not removed`,
    done: () => ({ title: `${name} is no longer in the organisation` }),
  });

export const useLeave = (id: number) =>
  useChange({
    send: (userId: number) => call(endpoints.removeFromOrganisation, { params: { id, userId } }),
    failed: 'You have not left',
    done: () => ({ title: 'You have left the organisation' }),
    changed: [endpoints.getOwnOrganisation],
  });

export const useClose = (id: number) =>
  useChange({
    send: (name: string) => call(endpoints.closeOrganisation, { params: { id }, body: { name } }),
    failed: 'The organisation was not closed',
    done: ({ message }) => ({ title: message }),
    changed: [endpoints.getOwnOrganisation],
  });

export const useResend = (id: number) =>
  useChange({
    send: (invitationId: number) => call(endpoints.resendInvitation, { params: { id, invitationId } }),
    failed: 'The invitation was not sent',
    done: ({ message }) => ({ title: message }),
  });

export const useWithdraw = (id: number) =>
  useChange({
    send: (invitationId: number) => call(endpoints.withdrawInvitation, { params: { id, invitationId } }),
    failed: 'The invitation was not withdrawn',
    done: ({ message }) => ({ title: message }),
  });

/** Invites people; the dialog shows its failures beside the lines. */
export function useInvite(id: number, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InvitationForm) => call(endpoints.invitePeople, { params: { id }, body }),
    onSuccess: async ({ message }) => {
      await refresh(client, ...all);
      toast({ title: message, tone: 'success' });
      onDone();
    },
  });
}

/** Joins the organisation of a link. */
export function useAccept(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endpoints.acceptInvitation, { params: { token } }),
    onSuccess: () => refresh(client, ...all),
  });
}
