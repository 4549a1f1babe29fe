import { useCallback, useEffect, useRef, useState } from 'react';
import { generateToolToken, updateToolSession } from '#contract/tools.endpoints.ts';
import type { ToolAccess } from '#contract/tools.ts';
import { call } from '../../platform/api.ts';
import { today } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import { keepTabToken } from '../../platform/tab-token.ts';
import { later, type Run, readRun } from './run-display.ts';
import { createSaving, type Saving, type SavingState } from './saving.ts';

/** How long after a failure the answers are sent again. */
const againMilliseconds = 5000;

type Opened = { token: string; access: ToolAccess; userId: number };

/**
 * The run of answers of this page: restored from the server, or from this device where that is ahead; each change is
 * saved, and followed by other tabs of the same assessment.
 */
export function useRun({ token, access, userId }: Opened) {
  const { resource, onlineProduct, sessionData } = access;
  const name = `assessment ${userId} ${resource.id}`;
  const restored = useRef(readRun(sessionData, today().toISOString()));
  const [run, setRun] = useState(() => later(restored.current, readUnsent(name)));
  const [state, setState] = useState<SavingState>('saved');
  const saving = useRef<Saving<Run>>(null);
  const channel = useRef<BroadcastChannel>(null);
  const tool = useRef({ token, resourceId: resource.id, onlineProductId: onlineProduct.id });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const made = createSaving<Run>({
      send: (value) => sendRun(tool.current, value),
      keep: (value) => keepUnsent(name, value),
      tell: setState,
      later: (again) => {
        timer = setTimeout(again, againMilliseconds);
      },
    });
    saving.current = made;
    const others = new BroadcastChannel(name);
    others.onmessage = ({ data }: MessageEvent<unknown>) => {
      const theirs = readRun(data, new Date(0).toISOString());
      setRun((ours) => later(ours, theirs));
    };
    channel.current = others;
    addEventListener('online', made.sendAgain);
    // Sends the unsent answers of an earlier visit, unless another device has changed the run since.
    const unsent = readUnsent(name);
    if (unsent && later(restored.current, unsent) === unsent) made.save(unsent);
    else keepUnsent(name, null);
    return () => {
      clearTimeout(timer);
      others.close();
      removeEventListener('online', made.sendAgain);
    };
  }, [name]);

  const change = useCallback((next: Run) => {
    const changed = { ...next, lastUpdated: today().toISOString() };
    setRun(changed);
    saving.current?.save(changed);
    channel.current?.postMessage(changed);
  }, []);

  return { run, change, state };
}

type Tool = { token: string; resourceId: number; onlineProductId: number };

/** Saves a run; with an ended token a new one is obtained first (ASSESS-09). */
async function sendRun(tool: Tool, run: Run): Promise<void> {
  try {
    await call(updateToolSession, { body: { token: tool.token, sessionData: run } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'tools.token-invalid') throw error;
    const { resourceId, onlineProductId } = tool;
    tool.token = (await call(generateToolToken, { body: { resourceId, onlineProductId } })).token;
    keepTabToken(tool.token);
    await call(updateToolSession, { body: { token: tool.token, sessionData: run } });
  }
}

/** Keeps answers that the server does not have yet, so that closing the page loses nothing; null forgets them. */
function keepUnsent(name: string, run: Run | null): void {
  try {
    if (run) localStorage.setItem(name, JSON.stringify(run));
    else localStorage.removeItem(name);
  } catch {
    // Without storage, or with a full one, the page still holds the answers.
  }
}

/** Answers that an earlier visit could not send; null when there are none. */
function readUnsent(name: string): Run | null {
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? null : readRun(JSON.parse(kept), new Date(0).toISOString());
  } catch {
    return null;
  }
}
