import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPageSize } from '#web/platform/queries.ts';
import { Card } from '#web/ui/Card.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { roundsQuery } from './api.ts';
import { dayText } from './display.ts';
import { AnswerLink } from './RoundsPanel.tsx';

/** Open rounds that the reader is invited to; renders nothing without one (ORG-02). */
export function OpenRounds({ organisationId }: { organisationId: number }) {
  const [page, turnTo] = useState(1);
  const { data } = useQuery(roundsQuery(organisationId, page));
  const rounds = data?.items.filter(({ own }) => own !== 'not-invited') ?? [];
  if (!data || rounds.length === 0) return null;
  return (
    <Card>
      <h2>Assessments for you</h2>
      <p className="mt-1.5 text-sm text-muted-foreground">
        Twelve questions, about ten minutes. No other person sees your answers; your organisation sees how many people
        chose each level.
      </p>
      <ul className="mt-4">
        {rounds.map((round) => (
          <li
            key={round.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-border py-3 last:pb-0"
          >
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{round.title}</p>
              <p className="text-sm text-muted-foreground">
                {round.own === 'answered' ? 'Answered. ' : ''}Open until {dayText(round.closesOn)}
              </p>
            </div>
            <AnswerLink round={round} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={Math.ceil(data.totalCount / listPageSize)}
        onPageChange={turnTo}
        label="Pages of assessments"
      />
    </Card>
  );
}
