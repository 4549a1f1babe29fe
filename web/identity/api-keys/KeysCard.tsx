import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { maxKeys } from '#contract/identity/api-keys.ts';
import type { KeyKind } from '#contract/scopes.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { type KeyPlace, keysQuery } from './api.ts';
import { KeysTable } from './KeysTable.tsx';

const createDialog = lazyDialog(async () => (await import('./CreateKeyDialog.tsx')).CreateKeyDialog);

const emptySentences: Record<KeyKind, string> = {
  member: 'You have no key. A key lets a program of yours read what you may read.',
  organisation: 'Your organisation has no key. A key lets your HR system read who completed what.',
  portal: 'The portal has no key. A key lets another system read or change the catalogue.',
};

/** The keys of one owner, and the button that makes one (APIKEY-02). */
export function KeysCard({ place }: { place: KeyPlace }) {
  const [isCreating, setCreating] = useState(false);
  const query = useQuery(keysQuery(place));
  const count = query.data?.length ?? 0;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="px-5 pt-5 pb-3 lg:px-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2>API keys</h2>
          <Button
            size="small"
            {...createDialog.near}
            disabled={count >= maxKeys || query.data === undefined}
            onClick={() => setCreating(true)}
          >
            <Plus size={16} />
            Create key
          </Button>
        </div>
        <p className="pt-1 text-sm text-muted-foreground">
          A key can do what its scopes say, and never more than its owner. {count} of {maxKeys}{' '}
          {count === 1 ? 'is' : 'are'} in use.
        </p>
      </div>
      <Loaded
        query={query}
        skeleton={
          <div role="status" className="flex flex-col gap-3 px-5 pb-6 lg:px-6">
            <span className="sr-only">Loading the keys</span>
            <Skeleton className="h-4 w-80 max-w-full" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
        }
        failure="The keys could not be loaded"
        safe="Nothing was changed. Check your connection, then try again."
      >
        {(keys) =>
          keys.length === 0 ? (
            <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">{emptySentences[place.kind]}</p>
          ) : (
            <KeysTable place={place} keys={keys} />
          )
        }
      </Loaded>
      {isCreating ? <createDialog.Dialog place={place} onClose={() => setCreating(false)} /> : null}
    </Card>
  );
}
