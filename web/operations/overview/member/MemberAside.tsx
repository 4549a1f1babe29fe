import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { MemberNote, User } from '#contract/identity/accounts-admin.ts';
import { formatMoney } from '#contract/money.ts';
import type { MemberSummary } from '#contract/operations/overview.ts';
import { memberPayments } from '#web/commerce/access/admin/api.ts';
import { SubscriptionPart } from '#web/commerce/access/admin/SubscriptionPart.tsx';
import { dateAndTime, shortDate } from '#web/dates.ts';
import { notesQuery, useAddNote, useRemoveNote } from '#web/identity/accounts/admin/api.ts';
import { roleNames } from '#web/identity/accounts/display.ts';
import { goalNames } from '#web/identity/accounts/interest-display.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { useWords } from '#web/ui/words.ts';
import { memberSummary } from '../api.ts';

/** Summary of a member beside access and payments. */
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
  const { workRole, goal, hasPassword, hasProvider, hasPasskey, lastSeenAt } = summary;
  const ways = [hasProvider ? 'Google' : null, hasPasskey ? 'Passkey' : null, hasPassword ? 'Password' : null].filter(
    (way) => way !== null,
  );
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

/** Administrators' notes about a member (ADM-USER-20). */
function NotesCard({ userId }: { userId: number }) {
  return (
    <Card>
      <h2 className="mb-4 text-lg">Notes</h2>
      <Loaded
        query={useQuery(notesQuery(userId))}
        skeleton={<Skeleton className="h-16 w-full" />}
        failure="The notes did not load"
      >
        {(notes) => (
          <>
            {notes.length === 0 ? (
              <p className="text-sm text-muted-foreground">
                Administrators see notes, and the member gets a copy on request.
              </p>
            ) : null}
            <ul aria-label="Notes" className="flex flex-col gap-4">
              {notes.map((note) => (
                <Note key={note.id} userId={userId} note={note} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <AddNote userId={userId} />
    </Card>
  );
}

function Note({ userId, note: { id, text, author, createdAt } }: { userId: number; note: MemberNote }) {
  const removing = useRemoveNote(userId);
  return (
    <li className="flex items-start gap-2 border-l-2 border-border pl-3 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere whitespace-pre-wrap">{text}</span>
        <span className="block text-xs text-muted-foreground">
          {author}, {shortDate(createdAt)}
        </span>
      </span>
      <IconButton
        label={`Delete the note of ${author}`}
        icon={<Trash2 size={16} />}
        size="small"
        onClick={() => removing.mutate(id)}
      />
    </li>
  );
}

function AddNote({ userId }: { userId: number }) {
  const [text, setText] = useState('');
  const adding = useAddNote(userId, () => setText(''));
  useUnsaved(text.trim() !== '' && !adding.isPending);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') adding.mutate(text);
  }

  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-3">
      <Field label="Note">
        <Textarea rows={2} maxLength={2000} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Button
        type="submit"
        variant="outline"
        size="small"
        className="self-start"
        isBusy={adding.isPending}
        disabled={text.trim() === ''}
      >
        Add note
      </Button>
    </form>
  );
}
