import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '#contract/identity/accounts-admin.ts';
import { dateAndTime } from '#web/dates.ts';
import { auditEntries } from '#web/operations/audit/api.ts';
import { allEntries, sentenceOf } from '#web/operations/audit/display.ts';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';

const shownEntries = 20;

/** The newest entries of the audit log about a member or by them. */
export function MemberAudit({ user: { email } }: { user: User }) {
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-lg">Latest entries</h2>
        <Link to="/admin-dashboard/audit" search={{ person: email }} className={classes(textLinkClasses)}>
          Audit log
        </Link>
      </div>
      <Loaded
        query={useQuery(auditEntries({ ...allEntries, person: email }))}
        skeleton={<Skeleton className="h-24 w-full" />}
        failure="The audit log did not load"
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-sm text-muted-foreground">No audit entries name this member.</p>
          ) : (
            <ul className="lines-between text-sm">
              {items.slice(0, shownEntries).map((entry) => (
                <li key={entry.id} className="flex flex-wrap gap-x-4 py-2.5">
                  <time dateTime={entry.happenedAt} className="w-36 flex-none text-muted-foreground tabular-nums">
                    {dateAndTime(entry.happenedAt)}
                  </time>
                  <span className="min-w-0 flex-1 basis-56 wrap-anywhere">{sentenceOf(entry)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
