import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Condition of the connection between two programs:
 * - fair: everything arrives
 * - slow: each part of a response arrives `ms` later
 * - cut: connections break, new ones at once
 * - silent: everything is accepted and nothing is answered
 * - half-closed: the far side ends its sending direction, and still receives
 */
export type Weather = { kind: 'fair' | 'cut' | 'silent' | 'half-closed' } | { kind: 'slow'; ms: number };

export type Direction = 'asking' | 'answering';

/**
 * Inspects bytes before they are passed on; its promise delays them. `connection` is the same object for all bytes of a
 * connection.
 * @returns false for bytes that must not arrive
 */
export type Tap = (bytes: Buffer, direction: Direction, connection: object) => Promise<boolean> | boolean;

export type TcpProxy = {
  port: number;
  setWeather(weather: Weather): void;
  setTap(tap: Tap | null): void;
  close(): Promise<void>;
};

/** Starts a proxy between two programs of this machine; `target` is called for each new connection. */
export async function startTcpProxy(target: () => number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  /** Connections that were accepted while silent; they have no target. */
  const held = new Set<Socket>();
  let weather: Weather = { kind: 'fair' };
  let tap: Tap | null = null;

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (weather.kind === 'cut') return void near.on('error', () => {}).resetAndDestroy();
    if (weather.kind === 'silent') {
      held.add(near.on('error', () => {}).on('close', () => held.delete(near)));
      return void near.resume();
    }
    const far = connect({ port: target(), host: '127.0.0.1', allowHalfOpen: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
    };
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end);
    if (weather.kind === 'half-closed') near.end();
    void pump(near, far, 'asking', pair).catch(end);
    void pump(far, near, 'answering', pair).catch(end);
  });

  async function pump(from: Socket, to: Socket, direction: Direction, pair: object): Promise<void> {
    for await (const bytes of from) {
      if (tap && !(await tap(bytes, direction, pair))) continue;
      if (weather.kind === 'slow' && direction === 'answering') await pause(weather.ms);
      if (weather.kind === 'silent' || (weather.kind === 'half-closed' && direction === 'answering')) continue;
      if (!to.destroyed && to.writable && !to.write(bytes)) await once(to, 'drain');
    }
    if (weather.kind !== 'silent') to.end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // Safe cast, because a server that listens on TCP has an address with a port.
    port: (server.address() as AddressInfo).port,
    setWeather: (next) => {
      weather = next;
      if (next.kind !== 'silent') for (const near of held) near.destroy();
      if (next.kind === 'cut') for (const [near, far] of pairs) [near.resetAndDestroy(), far.destroy()];
      if (next.kind === 'half-closed') for (const [near] of pairs) near.end();
    },
    setTap: (next) => {
      tap = next;
    },
    close: async () => {
      server.close();
      for (const near of held) near.destroy();
      for (const [near, far] of pairs) [near.destroy(), far.destroy()];
    },
  };
}
