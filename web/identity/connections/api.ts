import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { getConnectionTest } from '#contract/identity/connections.endpoints.ts';
import type { Connection, Discovery, TestStart } from '#contract/identity/connections.ts';
import * as endpoints from '#contract/identity/connections-admin.endpoints.ts';
import type { NewPortalConnection, PortalConnection } from '#contract/identity/connections-admin.ts';
import type { Message } from '#contract/message.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { queryOf, refresh } from '#web/platform/queries.ts';

/** The calls of one owner of connections: the portal or an organisation. */
export type ConnectionCalls<New, One extends Connection> = {
  /** The list that is loaded again after a change. */
  list: Pick<Endpoint, 'path'>;
  lookUp: (issuer: string) => Promise<Discovery>;
  add: (body: New) => Promise<One>;
  change: (connectionId: string, body: Partial<New>) => Promise<One>;
  remove: (connectionId: string) => Promise<Message>;
  test: (connectionId: string) => Promise<TestStart>;
  activate: (connectionId: string) => Promise<One>;
  disable: (connectionId: string) => Promise<One>;
};

/** The calls that do not depend on the form. */
export type AnyCalls = Omit<ConnectionCalls<never, Connection>, 'add' | 'change'>;

export const portalConnections = queryOptions({ ...queryOf(endpoints.listPortalConnections), staleTime: 0 });

export const portalCalls: ConnectionCalls<NewPortalConnection, PortalConnection> = {
  list: endpoints.listPortalConnections,
  lookUp: (issuer) => call(endpoints.lookUpPortalIssuer, { body: { issuer } }),
  add: (body) => call(endpoints.addPortalConnection, { body }),
  change: (connectionId, body) => call(endpoints.changePortalConnection, { params: { connectionId }, body }),
  remove: (connectionId) => call(endpoints.removePortalConnection, { params: { connectionId } }),
  test: (connectionId) => call(endpoints.testPortalConnection, { params: { connectionId } }),
  activate: (connectionId) => call(endpoints.activatePortalConnection, { params: { connectionId } }),
  disable: (connectionId) => call(endpoints.disablePortalConnection, { params: { connectionId } }),
};

/** Reads the discovery document of an issuer (SSO-02). The result is cached only while the form shows it. */
export const discoveryQuery = ({ list, lookUp }: Pick<AnyCalls, 'list' | 'lookUp'>, issuer: string) =>
  queryOptions({ queryKey: ['discovery', list.path, issuer], queryFn: () => lookUp(issuer), gcTime: 0 });

/** The caller's last test through a connection. */
export const testQuery = (connectionId: string) =>
  queryOptions({ ...queryOf(getConnectionTest, { params: { connectionId } }), gcTime: 0, staleTime: 0 });

/** Requests the URL at which a test begins; the card opens it. */
export function useConnectionTest({ test, list }: Pick<AnyCalls, 'test' | 'list'>) {
  const client = useQueryClient();
  return useAction({
    send: test,
    failed: 'The test did not begin',
    onFailed: () => refresh(client, list),
  });
}

const channelName = 'connection-test';

/** Sends the end of a test to the page that waits for it in another window. */
export function tellTester(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Loads the list again when a test in another window has ended. */
export function useTestsElsewhere(list: Pick<Endpoint, 'path'>): void {
  const client = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = () => void refresh(client, list);
    return () => channel.close();
  }, [client, list]);
}

/** Opens the provider in a window of its own; false when the browser blocked it. */
export const openTestWindow = (address: string): boolean =>
  window.open(address, channelName, 'popup,width=620,height=860') !== null;
