import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import { today } from '../../platform/clock.ts';
import { keepTyped } from '../../platform/typed.ts';
import type { ResourceValues } from './values.ts';

/** What an administrator typed and has not saved, with what the form was opened with. */
export type Draft = {
  values: ResourceValues;
  base: { values: ResourceValues; updatedAt: string };
  keptAt: string;
};

/** The draft of a form in this browser; null when there is none. Storage may be blocked: then nothing is kept. */
export function readDraft(name: string): Draft | null {
  try {
    const text = localStorage.getItem(name);
    // Only this file writes it.
    return text === null ? null : (JSON.parse(text) as Draft);
  } catch {
    return null;
  }
}

const keep = (name: string, draft: Draft | null) => keepTyped('localStorage', name, draft);

/** The pause in typing after which a draft is kept. */
const pauseMilliseconds = 400;

type Options = {
  name: string;
  form: UseFormReturn<ResourceValues, unknown, ResourceForm>;
  base: Draft['base'];
  /** The draft that the form began with. */
  found: Draft | null;
};

/** Keeps what is typed in this browser until it is saved or discarded, so that no reload and no lost sign-in loses it. */
export function useDraft({ name, form, base, found }: Options) {
  const [keptAt, setKeptAt] = useState(found?.keptAt ?? null);
  const isOver = useRef(false);
  const timer = useRef<number>(undefined);

  const write = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (isOver.current) return;
    const draft = { values: form.getValues(), base, keptAt: today().toISOString() };
    if (keep(name, draft)) setKeptAt(draft.keptAt);
  });

  useEffect(() => {
    const stop = form.watch((_, { name: field }) => {
      // A reset names no field.
      if (field === undefined) return;
      clearTimeout(timer.current);
      timer.current = window.setTimeout(write, pauseMilliseconds);
    });
    const flush = () => timer.current !== undefined && write();
    addEventListener('pagehide', flush);
    return () => {
      stop.unsubscribe();
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [form.watch]);

  return {
    /** When the draft was kept; null while there is none. */
    keptAt,
    /** Forgets the draft: what was typed is saved, or not wanted. */
    end: () => {
      isOver.current = true;
      keep(name, null);
    },
  };
}
