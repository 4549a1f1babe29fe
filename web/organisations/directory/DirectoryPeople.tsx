import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DirectoryState } from '#contract/organisations/directory.ts';
import { listPageSize } from '#web/platform/queries.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { ToolbarSelect } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { directoryPeopleQuery } from './api.ts';
import { stateNames } from './display.ts';

const tones = { in: 'success', invited: 'info', outside: 'warning', inactive: 'neutral' } as const;

/** The people whom the directory has sent, with their real state (SCIM-02). */
export function DirectoryPeople({ organisationId, onClose }: { organisationId: number; onClose: () => void }) {
  const [{ state, page }, show] = useState<{ state: DirectoryState | undefined; page: number }>({
    state: undefined,
    page: 1,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="People of your directory"
      description="Outside: the directory has the person as active, but the person left, or an owner removed the person or withdrew the invitation."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ToolbarSelect
        label="State"
        value={state ?? ''}
        onChange={({ target }) => show({ state: DirectoryState.options.find((one) => one === target.value), page: 1 })}
      >
        <option value="">All states</option>
        {DirectoryState.options.map((one) => (
          <option key={one} value={one}>
            {stateNames[one]}
          </option>
        ))}
      </ToolbarSelect>
      <Loaded
        query={useQuery(directoryPeopleQuery(organisationId, { state, page }))}
        skeleton={<Skeleton className="mt-4 h-48 w-full" />}
        failure="The people did not load"
      >
        {({ items, totalCount }) => (
          <>
            {items.length === 0 ? <p className="mt-4 text-sm text-muted-foreground">No one is in this state.</p> : null}
            <ul aria-label="People" className="lines-between mt-2">
              {items.map((person) => (
                <li key={person.id} className="flex items-center justify-between gap-4 py-3">
                  <span translate="no" className="min-w-0">
                    <b className="block font-semibold wrap-anywhere">{person.name}</b>
                    <span className="text-sm wrap-anywhere text-muted-foreground">{person.email}</span>
                  </span>
                  <Badge tone={tones[person.state]}>{stateNames[person.state]}</Badge>
                </li>
              ))}
            </ul>
            <Pagination
              page={page}
              pageCount={Math.ceil(totalCount / listPageSize)}
              onPageChange={(next) => show({ state, page: next })}
            />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
