import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '#contract/accounts-admin.ts';
import { formatMoney } from '#contract/money.ts';
import type { MemberSummary } from '#contract/overview.ts';
import { dateAndTime, shortDate } from '../../../dates.ts';
import { Card } from '../../../ui/Card.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useWords } from '../../../ui/words.ts';
import { memberPayments } from '../../access/admin/api.ts';
import { SubscriptionPart } from '../../access/admin/SubscriptionPart.tsx';
import { roleNames } from '../../accounts/display.ts';
import { goalNames } from '../../accounts/interest-display.ts';
import { memberSummary } from '../api.ts';
import { NotesCard } from './NotesCard.tsx';

/** What is known of a member beside access and payments. */
export function MemberAside({ user }: { user: User }) {
  return (
    <aside aria-label="Summary" className="flex min-w-0 flex-col gap-6">
      <Card>
        <SubscriptionPart userId={user.id} />
      </Card>
      <Loaded
        query={useQuery(memberSummary(user.id))}
        skeleton={<Skeleton className="h-48 w-full rounded-lg!" />}
        failure="The profile did not load"
      >
        {(summary) => (
          <>
            <ProfileCard user={user} summary={summary} />
            <ToolsCard summary={summary} />
          </>
        )}
      </Loaded>
      <NotesCard userId={user.id} />
    </aside>
  );
}

function ProfileCard({ user, summary }: { user: User; summary: MemberSummary }) {
  const { data: payments } = useQuery(memberPayments(user.id));
  const { roles } = useWords();
  const { workRole, goal, hasPassword, hasProvider, lastSeenAt } = summary;
  const ways = [hasProvider ? 'Google' : null, hasPassword ? 'password' : null].filter((way) => way !== null);
  return (
    <Card>
      <h2 className="mb-4 text-lg">Profile</h2>
      <Facts
        facts={[
          { label: 'Role in the portal', value: roleNames[user.role] },
          { label: 'Role at work', value: workRole ? roles[workRole].name : 'Not given' },
          { label: 'Goal', value: goal ? goalNames[goal] : 'Not given' },
          { label: 'Signs in with', value: ways.join(', ') || 'Nothing yet' },
          { label: 'Two-factor', value: user.twoFactorEnabled ? 'On' : 'Off' },
          { label: 'Last seen', value: lastSeenAt ? dateAndTime(lastSeenAt) : 'Never' },
          ...(payments ? [{ label: 'Paid in total', value: formatMoney(payments.totalSpent, payments.currency) }] : []),
        ]}
      />
    </Card>
  );
}

function ToolsCard({ summary: { tools, assessedAt } }: { summary: MemberSummary }) {
  return (
    <Card>
      <h2 className="mb-4 text-lg">Tools</h2>
      {assessedAt === null && tools.length === 0 ? (
        <p className="text-sm text-muted-foreground">No tool opened yet.</p>
      ) : (
        <dl className="grid gap-3 text-sm">
          {assessedAt ? (
            <div className="flex justify-between gap-4">
              <dt className="text-muted-foreground">Readiness assessment</dt>
              <dd className="whitespace-nowrap tabular-nums">{shortDate(assessedAt)}</dd>
            </div>
          ) : null}
          {tools.map(({ resourceId, title, percent }) => (
            <div key={resourceId} className="flex justify-between gap-4">
              <dt className="min-w-0 text-muted-foreground">
                <Link to="/resource/$id" params={{ id: String(resourceId) }} className="wrap-anywhere hover:underline">
                  {title}
                </Link>
              </dt>
              <dd className="tabular-nums">{percent}%</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
