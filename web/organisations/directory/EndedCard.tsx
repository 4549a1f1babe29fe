import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { EndedAccess } from '#contract/organisations/directory.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { dateAndTime } from '#web/dates.ts';
import { useAction } from '#web/platform/action.ts';
import { download } from '#web/platform/download.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { directoryQuery, endedFile, endedPageSize, endedQuery } from './api.ts';
import { endedText, sentPeople } from './display.ts';

/** People whose access the directory ended, newest first, and the whole record as a file (SCIM-06). */
export function EndedCard({ organisation: { id } }: { organisation: Pick<Organisation, 'id'> }) {
  const [page, setPage] = useState(1);
  const ended = useQuery(endedQuery(id, page));
  const { data: directory } = useQuery(directoryQuery(id));
  const saving = useAction({ send: () => download(endedFile(id)), failed: 'The file was not downloaded' });
  const hasDirectory = directory && (directory.tokens.length > 0 || sentPeople(directory) > 0);
  if (!hasDirectory && !ended.data?.totalCount) return null;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2>Ended by your directory</h2>
        {ended.data?.totalCount ? (
          <Button variant="ghost" size="small" onClick={() => saving.mutate()}>
            <Download size={16} />
            Export CSV
          </Button>
        ) : null}
      </div>
      <p className="mt-1 text-sm text-muted-foreground">Each line is part of the evidence pack.</p>
      <Loaded
        query={ended}
        skeleton={<Skeleton className="mt-4 h-24 w-full" />}
        failure="The record of ended access did not load"
      >
        {({ items, totalCount }) =>
          totalCount === 0 ? (
            <p className="mt-4 text-sm">
              Your directory has ended no one’s access yet. When it sets a person inactive or deletes the person, a line
              here says what ended.
            </p>
          ) : (
            <>
              <ul aria-label="Ended access" className="lines-between mt-4 border-t border-border text-sm">
                {items.map((line) => (
                  <EndedLine key={line.id} line={line} />
                ))}
              </ul>
              <Pagination page={page} pageCount={Math.ceil(totalCount / endedPageSize)} onPageChange={setPage} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function EndedLine({ line }: { line: EndedAccess }) {
  return (
    <li className="grid gap-x-6 gap-y-1 py-3.5 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <span className="text-muted-foreground tabular-nums">{dateAndTime(line.endedAt)}</span>
      <span className="wrap-anywhere">
        <b className="font-semibold">{line.name || 'A person whose account is deleted'}</b> {endedText(line)}
      </span>
    </li>
  );
}
