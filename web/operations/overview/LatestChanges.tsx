import { Link } from '@tanstack/react-router';
import type { Overview } from '#contract/operations/overview.ts';
import { inReaderZone } from '#web/local-time.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { sentenceOf } from '../audit/display.ts';
import { CardHead } from './CardHead.tsx';

const time = inReaderZone({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** The last entries of the audit log (ADM-09). */
export function LatestChanges({ changes }: Pick<Overview, 'changes'>) {
  return (
    <Card>
      <CardHead title="Latest changes">
        <Link to="/admin-dashboard/audit" className={classes(textLinkClasses)}>
          Audit log
        </Link>
      </CardHead>
      {changes.length === 0 ? (
        <p className="text-sm text-muted-foreground">Nothing has been changed yet.</p>
      ) : (
        <ul className="lines-between text-sm">
          {changes.map((entry) => (
            <li key={entry.id} className="flex items-center gap-4 py-2.5">
              <time dateTime={entry.happenedAt} className="w-24 flex-none text-muted-foreground tabular-nums">
                {time(entry.happenedAt)}
              </time>
              <span aria-hidden="true" className="max-sm:hidden">
                <Avatar name={entry.actor?.name ?? 'Portal'} />
              </span>
              <span className="min-w-0 wrap-anywhere">{sentenceOf(entry)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
