import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { linkTo } from '#web/platform/link.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import type { RenderLink } from '#web/ui/link.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { underWayQuery } from './under-way-api.ts';
import { type Work, worksOf } from './under-way-display.ts';

/**
 * Work in the background, and work that has ended since the screen was opened (ADM-33); renders nothing without any.
 */
export function UnderWay() {
  const { data } = useQuery(underWayQuery);
  const works = data ? worksOf(data) : [];
  const ended = useEnded(works);
  if (works.length + ended.length === 0) return null;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex items-center justify-between gap-4 border-b border-border px-5 py-4 lg:px-6">
        <h2>Under way</h2>
        <Link to="/admin-dashboard/system" className={classes(textLinkClasses, 'text-sm')}>
          System
        </Link>
      </div>
      <p role="status" className="sr-only">
        {`${works.length} under way, ${ended.length} ended`}
      </p>
      <ul className="lines-between">
        {works.map((work) => (
          <WorkRow key={work.key} work={work} isEnded={false} />
        ))}
        {ended.map((work) => (
          <WorkRow key={work.key} work={work} isEnded />
        ))}
      </ul>
    </Card>
  );
}

/** Returns work that has ended since this screen showed it. */
function useEnded(works: readonly Work[]): readonly Work[] {
  const [ended, setEnded] = useState<readonly Work[]>([]);
  const former = useRef(works);
  useEffect(() => {
    const running = new Set(works.map(({ key }) => key));
    const gone = former.current.filter(({ key }) => !running.has(key));
    former.current = works;
    setEnded((before) => {
      const next = [...before.filter(({ key }) => !running.has(key)), ...gone];
      return next.length === before.length ? before : next;
    });
  }, [works]);
  return ended;
}

const links = {
  import: (id: number) =>
    linkTo({ to: '/admin-dashboard', search: { tab: undefined, view: 'import', import: String(id) } }),
  news: () => linkTo({ to: '/admin-dashboard/news' }),
  invitations: (id: number) => linkTo({ to: '/admin-dashboard/organisations/$id', params: { id: String(id) } }),
  mails: () => linkTo({ to: '/admin-dashboard/system' }),
  retries: () => linkTo({ to: '/admin-dashboard/system' }),
} satisfies Record<Work['kind'], (id: number) => RenderLink>;

function WorkRow({ work, isEnded }: { work: Work; isEnded: boolean }) {
  const { kind, id, title, detail, done, total, note, endWord } = work;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3 text-sm lg:grid lg:grid-cols-[minmax(0,1fr)_16rem_9rem_4rem] lg:px-6">
      <span className="flex min-w-0 flex-1 flex-col">
        <b className="font-semibold wrap-anywhere">{title}</b>
        <span className="wrap-anywhere text-muted-foreground">{detail}</span>
      </span>
      {total === null || done === null || isEnded ? (
        <span className="max-lg:hidden" />
      ) : (
        <span className="flex items-center gap-3 max-lg:order-last max-lg:w-full">
          <ProgressBar className="flex-1" label={title} percent={total > 0 ? (100 * done) / total : 0} />
        </span>
      )}
      <span className="text-muted-foreground tabular-nums max-lg:order-last max-lg:w-full">
        {isEnded ? (
          <span className="inline-flex items-center gap-1.5 text-foreground">
            <CircleCheck size={16} />
            {endWord}
          </span>
        ) : (
          note
        )}
      </span>
      <span className="lg:text-right">
        {links[kind](id)({
          className: textLinkClasses,
          children: (
            <>
              Details<span className="sr-only"> of {title}</span>
            </>
          ),
        })}
      </span>
    </li>
  );
}
