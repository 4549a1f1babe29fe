import { lazy, Suspense, useState } from 'react';
import type { BulkAction } from '#contract/publishing-forms.ts';
import { Button } from '../../ui/Button.tsx';
import { keysOf } from '../catalogue/display.ts';
import { bulkLabels } from './bulk-display.ts';
import type { Selection } from './use-selection.ts';

const load = () => import('./BulkDialog.tsx');
const BulkDialog = lazy(async () => ({ default: (await load()).BulkDialog }));

/** So many can be changed at once, as the portal says too. */
const mostAtOnce = 200;

/** How many resources are ticked, and what can be done with them. */
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
      {/* Always there, so that what changes in it is announced. */}
      <p role="status" className="sr-only">
        {chosen.size > 0 ? count : null}
      </p>
      <div
        hidden={chosen.size === 0}
        className="mb-3 flex flex-wrap items-center gap-2 rounded-md bg-accent px-4 py-3 text-accent-foreground"
      >
        <p aria-hidden="true" className="mr-auto text-sm font-semibold">
          {count}
        </p>
        {keysOf(bulkLabels).map((action) => (
          <Button
            key={action}
            variant={action === 'delete' ? 'destructive-ghost' : 'outline'}
            size="small"
            unavailableReason={tooMany}
            onFocus={() => void load()}
            onPointerEnter={() => void load()}
            onClick={() => setAsked(action)}
          >
            {bulkLabels[action]}
          </Button>
        ))}
        <Button variant="ghost" size="small" onClick={clear}>
          Clear Selection
        </Button>
      </div>
      {asked ? (
        <Suspense fallback={null}>
          <BulkDialog action={asked} resources={[...chosen.values()]} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
