import { useRef, useState } from 'react';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import type { BulkAction } from '#contract/catalogue/publishing-forms.ts';
import { SelectionBar } from '#web/admin/ListPanel.tsx';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { keysOf } from '../catalogue/display.ts';
import { bulkLabels } from './display.ts';

const bulkDialog = lazyDialog(async () => (await import('./BulkDialog.tsx')).BulkDialog);

/** Maximum number of resources in a bulk change, as in the API. */
const mostAtOnce = 200;

export function BulkBar({ chosen, clear }: Pick<Selection, 'chosen' | 'clear'>) {
  const [asked, setAsked] = useState<BulkAction | null>(null);
  const tooMany = chosen.size > mostAtOnce ? `At most ${mostAtOnce} resources can be changed at once.` : undefined;

  const count = `${chosen.size} selected`;

  function close(isDone: boolean) {
    setAsked(null);
    if (isDone) clear();
  }

  return (
    <>
      {/* The status is always rendered, so that screen readers announce its changes. */}
      <p role="status" className="sr-only">
        {chosen.size > 0 ? count : null}
      </p>
      {chosen.size === 0 ? null : (
        <SelectionBar>
          <p aria-hidden="true" className="mr-auto text-sm font-semibold">
            {count}
          </p>
          {keysOf(bulkLabels).map((action) => (
            <Button
              key={action}
              variant={action === 'delete' ? 'destructive-ghost' : 'outline'}
              size="small"
              unavailableReason={tooMany}
              {...bulkDialog.near}
              onClick={() => setAsked(action)}
            >
              {bulkLabels[action]}
            </Button>
          ))}
          <Button variant="ghost" size="small" onClick={clear}>
            Clear selection
          </Button>
        </SelectionBar>
      )}
      {asked ? <bulkDialog.Dialog action={asked} resources={[...chosen.values()]} onClose={close} /> : null}
    </>
  );
}

type Chosen = ReadonlyMap<number, AdminResource>;

type Selection = {
  chosen: Chosen;
  /** Selects or deselects a resource, or with `isRange` all on the page from the one pressed last to this one. */
  choose: (resource: AdminResource, isChosen: boolean, isRange: boolean) => void;
  chooseAll: (isChosen: boolean) => void;
  clear: () => void;
};

const nothing: Chosen = new Map();

/**
 * Returns the selection for a bulk action, across the pages of a list.
 * @param list search and filters as text; a change of them clears the selection
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
