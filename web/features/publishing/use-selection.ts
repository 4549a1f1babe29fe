import { useRef, useState } from 'react';
import type { AdminResource } from '#contract/publishing.ts';

type Chosen = ReadonlyMap<number, AdminResource>;

export type Selection = {
  chosen: Chosen;
  /** `isRange`: everything on the page from the last one chosen to this. */
  choose: (resource: AdminResource, isChosen: boolean, isRange: boolean) => void;
  chooseAll: (isChosen: boolean) => void;
  clear: () => void;
};

const nothing: Chosen = new Map();

/**
 * What is ticked for a bulk action, across the pages of a list.
 * @param list names what the list is narrowed to: nothing stays ticked that another list may not show
 * @param resources the page on screen
 */
export function useSelection(list: string, resources: readonly AdminResource[]): Selection {
  const [held, hold] = useState({ list, chosen: nothing });
  const last = useRef<number>(null);
  const chosen = held.list === list ? held.chosen : nothing;

  function set(changed: readonly AdminResource[], isChosen: boolean) {
    const next = new Map(chosen);
    for (const resource of changed) isChosen ? next.set(resource.id, resource) : next.delete(resource.id);
    hold({ list, chosen: next });
  }

  function choose(resource: AdminResource, isChosen: boolean, isRange: boolean) {
    const to = resources.findIndex(({ id }) => id === resource.id);
    const from = isRange ? resources.findIndex(({ id }) => id === last.current) : -1;
    last.current = resource.id;
    set(from < 0 ? [resource] : resources.slice(Math.min(from, to), Math.max(from, to) + 1), isChosen);
  }

  return {
    chosen,
    choose,
    chooseAll: (isChosen) => set(resources, isChosen),
    clear: () => hold({ list, chosen: nothing }),
  };
}
