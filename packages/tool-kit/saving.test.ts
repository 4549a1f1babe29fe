import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSaver, type SavingState } from './saving.ts';
import { ToolSessionError } from './session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const saved = { completionPercentage: 0, expiresAt: '' };

/** Tool whose calls finish when the test ends them. */
function slowTool() {
  const calls: { data: object; end: (failure?: Error) => void }[] = [];
  const save = (data: object) =>
    new Promise<typeof saved>((resolve, reject) => {
      calls.push({ data, end: (failure) => (failure ? reject(failure) : resolve(saved)) });
    });
  return { calls, save };
}

describe('saving', () => {
  it('saving waits for a pause and sends only the newest change', async () => {
    const tool = slowTool();
    const saver = createSaver(tool, { waitMilliseconds: 500 });
    saver.give({ text: 'a' });
    await vi.advanceTimersByTimeAsync(400);
    saver.give({ text: 'ab' });
    await vi.advanceTimersByTimeAsync(499);
    expect(tool.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(tool.calls.map(({ data }) => data)).toEqual([{ text: 'ab' }]);
  });

  it('saving makes one call at a time and sends the newest change last', async () => {
    const tool = slowTool();
    const saver = createSaver(tool, { waitMilliseconds: 0 });
    saver.give({ step: 1 });
    await vi.advanceTimersByTimeAsync(0);
    saver.give({ step: 2 });
    await vi.advanceTimersByTimeAsync(0);
    saver.give({ step: 3 });
    await vi.advanceTimersByTimeAsync(0);
    expect(tool.calls).toHaveLength(1);
    tool.calls[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(tool.calls.map(({ data }) => data)).toEqual([{ step: 1 }, { step: 3 }]);
  });

  it('saving reports its states and continues after a failed call', async () => {
    const tool = slowTool();
    const states: SavingState[] = [];
    const saver = createSaver(tool, { onState: (state) => states.push(state) });
    const failure = new ToolSessionError('unavailable', 'away');
    saver.give({ step: 1 });
    const done = saver.flush();
    tool.calls[0]?.end(failure);
    await done;
    saver.give({ step: 2 });
    const again = saver.flush();
    tool.calls[1]?.end();
    await again;
    expect(states).toEqual(['saving', { failed: failure }, 'saving', 'saved']);
  });

  it('saving goes on after a flush without a waiting change', async () => {
    const tool = slowTool();
    const saver = createSaver(tool);
    await saver.flush();
    saver.give({ step: 1 });
    await vi.advanceTimersByTimeAsync(500);
    expect(tool.calls.map(({ data }) => data)).toEqual([{ step: 1 }]);
  });

  it('saving stays under way while a newer change waits', async () => {
    const tool = slowTool();
    const states: SavingState[] = [];
    const saver = createSaver(tool, { waitMilliseconds: 0, onState: (state) => states.push(state) });
    saver.give({ step: 1 });
    await vi.advanceTimersByTimeAsync(0);
    saver.give({ step: 2 });
    tool.calls[0]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(states.at(-1)).toBe('saving');
    tool.calls[1]?.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(states.at(-1)).toBe('saved');
  });

  it('flush sends the waiting change at once and nothing twice', async () => {
    const tool = slowTool();
    const saver = createSaver(tool);
    saver.give({ step: 1 });
    const done = saver.flush();
    tool.calls[0]?.end();
    await done;
    await saver.flush();
    await vi.advanceTimersByTimeAsync(1000);
    expect(tool.calls).toHaveLength(1);
  });
});
