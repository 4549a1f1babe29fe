import { useQueryClient } from '@tanstack/react-query';
import { listSignIns } from '#contract/identity/sign-in.endpoints.ts';
import * as endpoints from '#contract/identity/sign-in-ways.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf } from '#web/platform/queries.ts';
import { replacingSession } from './replace-session-api.ts';

/** Query of the ways into the member's account that Settings lists together (SET-20). */
export const waysInQuery = queryOf(endpoints.listWaysIn);

/** Sends the browser to the sign-in provider, where the member chooses the identity to connect. */
export function useConnectIdentity() {
  return useAction({
    send: () => call(endpoints.connectIdentity),
    failed: 'Google was not connected',
    onDone: ({ address }) => window.location.assign(address),
  });
}

/** Removes a sign-in by a provider. */
export function useRemoveIdentity() {
  const client = useQueryClient();
  const remove = (id: number) => replacingSession(client, endpoints.removeIdentity, { params: { id } });
  return useRemoval(remove, 'The sign-in was not removed');
}

/** Forgets every known device but this one. */
export function useForgetDevices() {
  return useRemoval(() => call(endpoints.forgetDevices), 'The devices are still known');
}

/** Ends every link that was mailed. */
export function useEndLinks() {
  return useRemoval(() => call(endpoints.endLinks), 'The links still work');
}

const useRemoval = <Given = void>(remove: (given: Given) => Promise<{ message: string }>, failed: string) =>
  useAction({
    send: remove,
    failed,
    done: ({ message }) => ({ title: message }),
    changed: [endpoints.listWaysIn, listSignIns],
  });
